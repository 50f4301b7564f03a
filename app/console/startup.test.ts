import { describe, expect, it } from 'vitest';
import { readStartup } from './startup.ts';

const read = (address: string) => readStartup(address);

describe('readStartup', () => {
  it('returns the defaults without a fragment and a query', () => {
    expect(read('http://localhost:8765/')).toEqual({
      secret: null,
      at: null,
      error: null,
      demo: null,
      panel: null,
      live: true,
      joinsBridge: true,
    });
  });

  it('does not read the screen with live=off', () => {
    expect(read('http://localhost/?live=off').live).toBe(false);
  });

  it('reads the panel', () => {
    expect(read('http://localhost/?panel=logs').panel).toBe('logs');
  });

  it('does not join the bridge with bridge=off', () => {
    expect(read('http://localhost/?bridge=off').joinsBridge).toBe(false);
  });

  it('reads the secret from the fragment', () => {
    expect(read('http://localhost:8765/#bridge=abc-123').secret).toBe('abc-123');
  });

  it('treats an empty secret as none', () => {
    expect(read('http://localhost:8765/#bridge=').secret).toBeNull();
  });

  it.each(['127.0.0.1:7340', 'localhost:1', '[::1]:65535'])('accepts a bridge at %s', (at) => {
    expect(read(`https://phone.example/#bridge=abc&at=${at}`)).toMatchObject({
      secret: 'abc',
      at,
      error: null,
    });
  });

  it.each([
    '127.0.0.1',
    '127.0.0.1:0',
    '127.0.0.1:65536',
    '127.0.0.1:7340@evil.example:80',
    '127.0.0.1.evil.example:80',
    'localhost.evil.example:80',
    'evil.example:80',
    '0.0.0.0:80',
    '[::]:80',
    '192.168.0.2:80',
    '127.0.0.1:80/x',
    '127.0.0.1:80\n',
    '',
  ])('does not send the secret to a bridge at %j', (at) => {
    const startup = read(`https://phone.example/#bridge=abc&at=${encodeURIComponent(at)}`);
    expect(startup).toMatchObject({ secret: null, at: null });
    expect(startup.error).toMatchObject({
      code: 'invalid-argument',
      message: `The link names a bridge at ${JSON.stringify(at)}, which is not on this computer. Nothing was sent there.`,
    });
  });

  it('ignores an address without a secret', () => {
    expect(read('https://phone.example/#at=evil.example:80')).toMatchObject({
      secret: null,
      at: null,
      error: null,
    });
  });

  it('omits parameters that the query does not set', () => {
    expect(read('http://localhost/?phone=demo').demo).toEqual({});
  });

  it('reads all parameters of the demo phone', () => {
    const query = 'phone=demo&android=11&faults=no-idle,,slow&latency=real&activity=a.b/.C';
    expect(read(`http://localhost/?${query}`).demo).toEqual({
      android: 11,
      faults: ['no-idle', 'slow'],
      latency: 'real',
      activity: 'a.b/.C',
    });
  });

  it('ignores demo parameters when another kind of phone is requested', () => {
    expect(read('http://localhost/?phone=usb&faults=slow').demo).toBeNull();
  });
});
