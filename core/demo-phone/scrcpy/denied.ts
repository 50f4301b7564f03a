import type { AndroidVersion } from '../options.ts';
import { JavaError } from './java-error.ts';

/** What of the server injects. */
export type InjectingMethod = 'injectKeycode' | 'injectChar' | 'injectTouch' | 'injectScroll';

/**
 * The exception that a Xiaomi phone answers an injection with, as Genymobile/scrcpy#4352 and #5652
 * show it; the words changed with Android 12. Guess: the line numbers of 3.3.3.
 */
export function injectionDenied(android: AndroidVersion, method: InjectingMethod): JavaError {
  const modern = android >= 12;
  return new JavaError({
    name: 'java.lang.reflect.InvocationTargetException',
    frames: [
      'java.lang.reflect.Method.invoke(Native Method)',
      'com.genymobile.scrcpy.wrappers.InputManager.injectInputEvent(InputManager.java:58)',
      'com.genymobile.scrcpy.device.Device.injectEvent(Device.java:69)',
      `com.genymobile.scrcpy.control.Controller.${method}(Controller.java:492)`,
      'com.genymobile.scrcpy.control.Controller.handleEvent(Controller.java:256)',
      'com.genymobile.scrcpy.control.Controller.control(Controller.java:195)',
      'com.genymobile.scrcpy.control.Controller.lambda$start$0$com-genymobile-scrcpy-control-Controller(Controller.java:203)',
      'com.genymobile.scrcpy.control.Controller$$ExternalSyntheticLambda1.run(Unknown Source:4)',
      'java.lang.Thread.run(Thread.java:1012)',
    ],
    cause: new JavaError({
      name: 'java.lang.SecurityException',
      message: modern
        ? 'Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.'
        : 'Injecting to another application requires INJECT_EVENTS permission',
      frames: [
        'android.os.Parcel.createExceptionOrNull(Parcel.java:3011)',
        'android.os.Parcel.createException(Parcel.java:2995)',
        'android.os.Parcel.readException(Parcel.java:2978)',
        'android.os.Parcel.readException(Parcel.java:2920)',
        modern
          ? 'android.hardware.input.IInputManager$Stub$Proxy.injectInputEventToTarget(IInputManager.java:1294)'
          : 'android.hardware.input.IInputManager$Stub$Proxy.injectInputEvent(IInputManager.java:1294)',
        'android.hardware.input.InputManager.injectInputEvent(InputManager.java:1153)',
      ],
      shared: 9,
    }),
  });
}
