/**
 * How much of what comes from outside is accepted: each length, line, list and count of the streams that
 * the worker reads. Honest phones and servers stay far below. Those of the relay itself are in
 * core/relay/limits.ts, those of a command's output in core/commands/command.ts,
 * and those of a screen's elements in core/screen/parse.ts.
 */

// Packets of ADB

/** The largest payload of any phone (Android 9 and later); it is told in the first packet. */
const maxPayloadBytes = 1024 * 1024;
/** The bounds of what a socket may be sent before it has acknowledged: adbd keeps to one packet but at the end. */
export const maxUnacknowledgedBytes = 4 * maxPayloadBytes;
export const maxUnacknowledgedPackets = 64;
/**
 * Packets without effect, such as those for sockets that were closed meanwhile. A phone sends a few after a
 * connection was cut, and some for each socket.
 */
export const maxPacketsWithoutEffect = 256;

// What sockets carry

/** SYNC_DATA_MAX of adbd, which is the longest message of the sync service. */
export const maxSyncMessageBytes = 64 * 1024;
/** The size of adbd's buffer for packets of the shell protocol (shell_service_protocol.cpp). */
export const maxShellPacketBytes = maxPayloadBytes;
/** Packets of one shell that are empty or of an unknown kind: adbd sends none. */
export const maxShellPacketsWithoutEffect = 256;

// Programs of ours on the phone

/** A key frame of pure noise has 3 MB at the largest size that Handset asks for. */
export const maxVideoPacketBytes = 4 * 1024 * 1024;
/** DeviceMessage.MESSAGE_MAX_SIZE of the scrcpy server, 256 KiB; anything longer is invalid. */
export const maxClipboardBytes = 1 << 18;
/** The longest line that a program may print, in characters; a line of a stack trace has some hundred. */
export const maxLineLength = 64 * 1024;
/** The longest line and the longest answer of the element reader, in characters: as the largest dump that is accepted. */
export const maxReaderAnswerLength = 4 * 1024 * 1024;
/** The elements of the largest screen that is accepted, and its windows. */
export const maxReaderRows = 12_000;

// The adb server

/** The most text that the adb server may send for one question; a list of 200 phones has a tenth of it. */
export const maxServerTextBytes = 256 * 1024;
export const maxServerPhones = 64;
/** Characters of each text about a phone. */
export const maxServerPhoneText = 200;
