/** Where every call on an app's main thread comes from, as Java prints it below the app's own. */
export const mainThread: readonly string[] = [
  'android.os.Handler.dispatchMessage(Handler.java:99)',
  'android.os.Looper.loopOnce(Looper.java:205)',
  'android.os.Looper.loop(Looper.java:294)',
  'android.app.ActivityThread.main(ActivityThread.java:8177)',
  'java.lang.reflect.Method.invoke(Native Method)',
  'com.android.internal.os.RuntimeInit$MethodAndArgsCaller.run(RuntimeInit.java:552)',
  'com.android.internal.os.ZygoteInit.main(ZygoteInit.java:971)',
];
