/** Tests that run on several phones, each on one browser and bridge for all of them. */
import { wayOf, PhoneUnderTest, type PhoneOptions } from './phone-under-test.ts';
import { test } from '../fixtures.ts';

/** Tests by their names. Each begins on the home screen, with no app open. */
export type Cases = Readonly<Record<string, (phone: PhoneUnderTest) => Promise<void>>>;

/** Declares the tests for one phone; they run one after the other, beside those of other phones. */
export function testOn(options: PhoneOptions, cases: Cases): void {
  const seen = options.live === true ? ', live' : '';
  test.describe(`Android ${options.android}, ${wayOf(options)}${seen}`, () => {
    test.describe.configure({ mode: 'default' });
    let phone: PhoneUnderTest;
    test.beforeAll(async () => {
      phone = await PhoneUnderTest.open(options);
    });
    test.afterAll(() => phone.close());
    for (const [name, run] of Object.entries(cases)) {
      test(name, async () => {
        await phone.reset();
        await run(phone);
      });
    }
  });
}
