import { mainThread } from '../../main-thread.ts';

const weather = 'com.handset.weather';
const frames = [
  `${weather}.ForecastParser.firstDay(ForecastParser.java:88)`,
  `${weather}.ForecastParser.parse(ForecastParser.java:41)`,
  `${weather}.MainActivity.lambda$refresh$0(MainActivity.java:132)`,
  `${weather}.MainActivity$$ExternalSyntheticLambda0.run(Unknown Source:4)`,
  'android.os.Handler.handleCallback(Handler.java:958)',
  ...mainThread,
];

/** What ends Weather when it is refreshed: the one mistake that the demo phone's apps make. */
export const weatherFailure: readonly string[] = [
  'java.lang.IllegalStateException: Forecast without days: {"place":"Tromsø","days":[]}',
  ...frames.map((frame) => `\tat ${frame}`),
  'Caused by: java.util.NoSuchElementException: List is empty',
  `\tat ${frames[0] ?? ''}`,
  `\t... ${frames.length - 1} more`,
];
