/** Bytes of a bulk packet at high speed. */
export const packetSize = 512;

/** The number of both endpoints, in and out. */
export const endpointNumber = 1;

/** Google's vendor id, and the product id of a charging Pixel with USB debugging on. */
export const usbIds = { vendorId: 0x18d1, productId: 0x4ee7 };

const alternate: USBAlternateInterface = {
  alternateSetting: 0,
  interfaceClass: 0xff,
  interfaceSubclass: 0x42,
  interfaceProtocol: 1,
  interfaceName: 'ADB Interface',
  endpoints: [
    { endpointNumber, direction: 'in', type: 'bulk', packetSize },
    { endpointNumber, direction: 'out', type: 'bulk', packetSize },
  ],
};

/** The only USB configuration of the demo phone, a Pixel with nothing but its ADB interface; `isClaimed` is called at each access. */
export function createConfiguration(isClaimed: () => boolean): USBConfiguration {
  const adb: USBInterface = {
    interfaceNumber: 0,
    alternate,
    alternates: [alternate],
    get claimed() {
      return isClaimed();
    },
  };
  return { configurationValue: 1, configurationName: null, interfaces: [adb] };
}
