import type { App } from '../app.ts';
import { calculatorApp } from './calculator/app.ts';
import { calendarApp } from './everyday/calendar.ts';
import { cameraApp } from './everyday/camera.ts';
import { clockApp } from './everyday/clock.ts';
import { contactsApp } from './everyday/contacts.ts';
import { filesApp } from './everyday/files.ts';
import { messagesApp } from './everyday/messages.ts';
import { phoneApp } from './everyday/phone.ts';
import { photosApp } from './everyday/photos.ts';
import { weatherApp } from './everyday/weather.ts';
import { launcherApp } from './launcher/app.ts';
import { notesApp } from './notes/app.ts';
import { settingsApp } from './settings/app.ts';

/** The apps of a fresh demo phone, each with its own data, in the order of the home screen. */
export function installedApps(): readonly App[] {
  return [
    launcherApp,
    calculatorApp,
    notesApp(),
    calendarApp,
    clockApp,
    photosApp,
    weatherApp,
    contactsApp(),
    filesApp,
    phoneApp,
    messagesApp(),
    cameraApp,
    settingsApp,
  ];
}
