/**
 * Defines the global `closed` that adb-daemon-webusb reads by mistake: its transfer loop means a
 * variable of another function, finds `window.closed` on a page, and throws a ReferenceError in
 * a worker when a phone is unplugged. Must be the worker's first import, since imports run before
 * statements.
 */
Object.defineProperty(globalThis, 'closed', { value: false, configurable: true });
