/**
 * Fetches third-party files before a build. Without them the build goes on and prints what will not
 * work.
 */
import { fetchPrograms } from './third-party.mjs';

try {
  fetchPrograms();
} catch (error) {
  console.warn(
    `This build lacks programs for the phone, the scrcpy server or yadb: ${error.message}. ` +
      'Without the server pinch and other multi-touch, bending gestures, most text beyond ASCII and the ' +
      'clipboard do not work; without yadb some screens that never rest cannot be read. Run npm run build ' +
      'again when npm can reach its registry.',
  );
}
