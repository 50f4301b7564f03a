import { describe, expect, it } from 'vitest';
import { type BrowserFacts, obstacleOf } from './usb.ts';

const chrome: BrowserFacts = {
  isSecure: true,
  hasUsb: true,
  isUsbAllowed: true,
  hasWorkers: true,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36',
  touchPoints: 0,
  port: '',
};

const obstacleWith = (overrides: Partial<BrowserFacts>) => obstacleOf({ ...chrome, ...overrides });

describe('obstacleOf', () => {
  it('finds nothing missing in Chrome', () => {
    expect(obstacleWith({})).toBeNull();
  });

  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 0, 'Firefox does'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15', 0, 'Safari'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15', 5, 'iPad'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0) CriOS/156.0 Mobile Safari/604.1', 5, 'iPhone'],
    [chrome.userAgent, 0, 'Open this page in Chrome or Edge.'],
  ])('explains a missing WebUSB: %s, %d', (userAgent, touchPoints, expectedText) => {
    const obstacle = obstacleWith({ hasUsb: false, userAgent, touchPoints });
    expect(obstacle?.hint).toContain(expectedText);
    expect(obstacle?.hint).toContain('The demo phone works here too.');
  });

  it('reports an insecure page first, with the URL to open at the same port', () => {
    expect(obstacleWith({ isSecure: false, hasUsb: false, port: '7340' })).toMatchObject({
      hint: 'Open it at http://127.0.0.1:7340, or over https.',
      detail: 'page-not-secure',
    });
  });

  it('distinguishes a frame without the usb permission from a browser without WebUSB', () => {
    expect(obstacleWith({ isUsbAllowed: false })?.hint).toBe(
      'Open the console in its own tab, or give its frame allow="usb".',
    );
  });
});
