import { mount } from 'svelte';
import { Console } from '../console/console.svelte.ts';
import { openWorker } from '../console/open-worker.ts';
import BridgeWindow from './BridgeWindow.svelte';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';

const target = document.getElementById('app');
if (target === null) throw new Error('bridge.html has no #app.');

const console = new Console(openWorker());
mount(BridgeWindow, { target, props: { console } });
console.start();
