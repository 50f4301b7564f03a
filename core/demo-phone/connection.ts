import type { World } from './world.ts';

/** One host's link to the demo phone's adbd, at the byte level: what a USB cable or a TCP socket carries. */
export interface AdbLink {
  /** Bytes from the host, in order, cut anywhere. */
  receive(bytes: Uint8Array): void;
  /** Ends the link from the host's side (cable pulled, socket closed). */
  close(): void;
}

/** What adbd calls. `send` gets whole ADB packets (24-byte header and payload together). */
export interface AdbHost {
  send(packet: Uint8Array<ArrayBuffer>): void;
  /** The phone ended the link: unplugged, rebooted. */
  closed(): void;
}

/** A whole phone; make one with `createDemoPhone`. */
export interface DemoPhone {
  readonly serial: string;
  readonly model: string;
  /** Opens a link as plugging in does; a link that is still open is closed first. */
  connect(host: AdbHost): AdbLink;
}

/** What `createDemoPhone` makes: the phone with its screen at hand. */
export interface WholeDemoPhone extends DemoPhone {
  /** What is on its screen, and the hand that touches it. */
  readonly world: World;
  /** Runs a command line as `adb shell` from some other computer would; resolves with what it prints. */
  shell(line: string): Promise<string>;
}
