/**
 * Fetches third-party files before a build. Without them the build goes on and prints what will not
 * work.
 */
import { fetchScrcpyServer, version } from './scrcpy-server.mjs';

try {
  fetchScrcpyServer();
} catch (error) {
  console.warn(
    `This build has no scrcpy server ${version}: ${error.message}. ` +
      'Without it pinch and other multi-touch, bending gestures, most text beyond ASCII and the ' +
      'clipboard do not work; run npm run build again when npm can reach its registry.',
  );
}
