import type { World } from './world.ts';

/** One host's link to the demo phone's adbd: the byte stream that a USB cable or a TCP socket carries. */
export interface AdbLink {
  /** Accepts bytes from the host, in order; chunks may be split anywhere. */
  receive(bytes: Uint8Array): void;
  /** Ends the link from the host's side (cable pulled, socket closed). */
  close(): void;
}

/** The host's end of a link, called by adbd. `send` gets whole ADB packets (24-byte header and payload together). */
export interface AdbHost {
  send(packet: Uint8Array<ArrayBuffer>): void;
  /** Called when the phone ended the link: unplugged, rebooted. */
  onLinkClosed(): void;
}

/** A simulated phone as a host sees it; make one with `createDemoPhone`. */
export interface DemoPhone {
  readonly serial: string;
  readonly model: string;
  /** Opens a link, like plugging in a cable; a link that is still open is closed first. */
  connect(host: AdbHost): AdbLink;
}

/** The phone with access to its screen and shell, as `createDemoPhone` returns it. */
export interface DemoPhoneWithWorld extends DemoPhone {
  /** Its screen: read it and touch it. */
  readonly world: World;
  /** Runs a command line as `adb shell` from another computer would; resolves with stdout and stderr merged. */
  runShellCommand(line: string): Promise<string>;
}
