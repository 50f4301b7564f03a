/** The version of the scrcpy server; Tango's protocol and the server must agree to the last digit. */
export const serverVersion = '3.3.3';

/** Where the build publishes the server, from the site's root. */
export const serverPath = `third-party/scrcpy-server-${serverVersion}.jar`;
