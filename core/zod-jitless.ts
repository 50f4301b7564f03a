/**
 * Stops zod from probing `new Function`, which a strict content security policy reports as a violation.
 *
 * Object schemas probe when they are constructed, so the entry modules of worker and bridge import
 * this file first.
 */
import * as z from 'zod';

z.config({ jitless: true });
