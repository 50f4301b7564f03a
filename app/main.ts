import { mount } from 'svelte';
import App from './App.svelte';
import { Console } from './console/console.svelte.ts';
import { openWorker } from './console/open-worker.ts';
import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no #app.');

const console = new Console(openWorker());
mount(App, { target, props: { console } });
console.start();
