/** The bottom stack frames of every call on an app's main thread, as Java prints them. */
export const mainThreadFrames: readonly string[] = [
  'android.os.Handler.dispatchMessage(Handler.java:99)',
  'android.os.Looper.loopOnce(Looper.java:205)',
  'android.os.Looper.loop(Looper.java:294)',
  'android.app.ActivityThread.main(ActivityThread.java:8177)',
  'java.lang.reflect.Method.invoke(Native Method)',
  'com.android.internal.os.RuntimeInit$MethodAndArgsCaller.run(RuntimeInit.java:552)',
  'com.android.internal.os.ZygoteInit.main(ZygoteInit.java:971)',
];

const weatherPackage = 'com.handset.weather';
const frames = [
  `${weatherPackage}.ForecastParser.firstDay(ForecastParser.java:88)`,
  `${weatherPackage}.ForecastParser.parse(ForecastParser.java:41)`,
  `${weatherPackage}.MainActivity.lambda$refresh$0(MainActivity.java:132)`,
  `${weatherPackage}.MainActivity$$ExternalSyntheticLambda0.run(Unknown Source:4)`,
  'android.os.Handler.handleCallback(Handler.java:958)',
  ...mainThreadFrames,
];

/** The stack trace of Weather's crash on refresh: the only bug in the demo phone's apps. */
export const weatherCrashTrace: readonly string[] = [
  'java.lang.IllegalStateException: Forecast without days: {"place":"Tromsø","days":[]}',
  ...frames.map((frame) => `\tat ${frame}`),
  'Caused by: java.util.NoSuchElementException: List is empty',
  `\tat ${frames[0] ?? ''}`,
  `\t... ${frames.length - 1} more`,
];
