import App from './App.svelte';
import { openConsole } from './console/open-console.ts';

openConsole(App);
