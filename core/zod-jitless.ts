/**
 * Keeps zod from probing `new Function`, which a strict content security policy reports.
 *
 * Object schemas probe when they are constructed, so an entry (worker, bridge) imports
 * this file before anything else.
 */
import * as z from 'zod';

z.config({ jitless: true });
