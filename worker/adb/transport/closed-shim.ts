/**
 * Defines the global `closed` that adb-daemon-webusb reads by mistake: its transfer loop refers to
 * a variable of another function. On a page that resolves to `window.closed`; in a worker it throws
 * a ReferenceError when a phone is unplugged. Must be the worker's first import, since imports run
 * before statements.
 */
Object.defineProperty(globalThis, 'closed', { value: false, configurable: true });
