import { describe, expect, it } from 'vitest';
import { readStartup, socketUrl } from './startup.ts';

const read = (address: string) => readStartup(address);

describe('readStartup', () => {
  it('asks for nothing without a fragment and a query', () => {
    expect(read('http://localhost:8765/')).toEqual({ secret: null, demo: null, live: true });
  });

  it('leaves the phone to the agents when asked to', () => {
    expect(read('http://localhost/?live=off').live).toBe(false);
  });

  it('reads the secret from the fragment', () => {
    expect(read('http://localhost:8765/#bridge=abc-123').secret).toBe('abc-123');
  });

  it('takes an empty secret for none', () => {
    expect(read('http://localhost:8765/#bridge=').secret).toBeNull();
  });

  it('leaves out what the query does not say', () => {
    expect(read('http://localhost/?phone=demo').demo).toEqual({});
  });

  it('reads every wish about the demo phone', () => {
    const query = 'phone=demo&android=11&faults=no-idle,,slow&latency=real&activity=a.b/.C';
    expect(read(`http://localhost/?${query}`).demo).toEqual({
      android: 11,
      faults: ['no-idle', 'slow'],
      latency: 'real',
      activity: 'a.b/.C',
    });
  });

  it('ignores wishes when another phone is asked for', () => {
    expect(read('http://localhost/?phone=usb&faults=slow').demo).toBeNull();
  });
});

describe('socketUrl', () => {
  it('keeps host and port, and nothing else', () => {
    expect(socketUrl('http://127.0.0.1:8765/?phone=demo#x')).toBe('ws://127.0.0.1:8765/socket');
  });

  it('is encrypted when the page is', () => {
    expect(socketUrl('https://phone.example/')).toBe('wss://phone.example/socket');
  });
});
