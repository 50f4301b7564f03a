import { describe, expect, it } from 'vitest';
import { summarize } from '../screen/summary/summary.ts';
import { capturedScreen } from '../screen/testing/screens.ts';
import { capturedDumps } from '../testing/captures.ts';
import { formatSummary } from './summary.ts';

/** Manually checked summaries of captured dumps; index paths stand for the refs. */
const summaries: Readonly<Record<string, readonly string[]>> = {
  '004-waenhancer': [
    '[Screen: com.waenhancer / unknown] [Bottom sheet: "Pill Design" in 0.0.0.0.0.0.0.1]',
    'a bottom sheet; 16 elements, 2 to act on',
    '- 0.0.0.0.0.0.0.1.0.2.0.0 radio button on "Regular (Classic)"',
    '- 0.0.0.0.0.0.0.1.0.2.0.1 radio button off "Pro (Refined) [Pro]"',
  ],
  '007-webdavtoon': [
    '[Screen: erl.webdavtoon / unknown]',
    '"Settings", a form; 27 elements, 7 to act on',
    'Says: "WebDAV Configuration"',
    '- 0.0.0.0.0.0.0.0.0 "转到上一层级"',
    '- 0.0.0.0.0.0.1.0.1 switch off "Enable WebDAV"',
    '- 0.0.0.0.0.0.1.0.2.0.0 field "WebDAV URL"',
    '- 0.0.0.0.0.0.1.0.3.0.0 field "Username"',
    '- 0.0.0.0.0.0.1.0.4.0.0 password field "Password"',
    '- 0.0.0.0.0.0.1.0.5.0.0 field "瀑布流列数 (Columns)" holds "2"',
    '- 0.0.0.0.0.0.1.0.6 "Save Settings"',
  ],
  '008-webdavtoon-home': [
    '[Screen: erl.webdavtoon / unknown]',
    '"Folders", a page; 12 elements, 1 to act on',
    '- 0.0.0.0.0.0.0.0.1.0 "更多选项"',
  ],
  '010-debug-portrait-now-playing': [
    '[Screen: com.deepeye.musicpro.debug / unknown]',
    '"Apna Bana Le (From \\"Bhediya\\") - YouTube", a web page; 29 elements, 0 to act on, 1 more off the screen',
    'Says: "YouTube Video Player"',
    'note:Web pages report their content late or only in part: if something is missing, get_screen_state with include_screenshot true shows it.',
  ],
  '014-debug-current': [
    '[Screen: com.deepeye.musicpro.debug / unknown]',
    'media; 27 elements, 6 to act on',
    '- 0.0.0.0.0.0.0.0.1 "Exit Fullscreen"',
    '- 0.0.0.0.0.0.0.0.2 "Play/Pause"',
    '- 0.0.0.0.0.0.0.0.3 "Mute"',
    '- 0.0.0.0.0.0.0.0.4 "1.0x"',
    '- 0.0.0.0.0.0.0.0.5 "Picture in Picture"',
    '- 0.0.0.0.0.0.0.0.6 "Exit Fullscreen"',
    'note:Drawings, games and video are not included: get_screen_state with include_screenshot true shows it.',
  ],
  '026-debug-controls-shown': [
    '[Screen: com.deepeye.musicpro.debug / unknown]',
    'an empty tree; 8 elements, 0 to act on',
    'note:The app does not describe what it shows: get_screen_state with include_screenshot true shows it; tap by coordinates.',
  ],
  '044-localagent': [
    '[Screen: com.example.localagent / unknown]',
    '"Local Agent", a page; 27 elements, 2 to act on',
    'Says: "hello" "Generating..."',
    '- 0.0.0.0.0.0.0.0.2.0 field "Type a message..."',
    '- 0.0.0.0.0.0.0.0.2.1 "Stop"',
  ],
  '049-termux-flutter-ide-final-dump': [
    '[Screen: com.iml1s.termux_flutter_ide / unknown] [Bottom sheet (probably): "TERMINAL" in 0.0.0.0.0.0.1]',
    '"TERMINAL", a bottom sheet; 23 elements, 9 to act on',
    'Says: "verify_app"',
    '- 0.0.0.0.0.0.1.1 Button',
    '- 0.0.0.0.0.0.1.2.0.0 "Session 1"',
    '- 0.0.0.0.0.0.1.3 "New Session"',
    '- 0.0.0.0.0.0.1.5 "Retry Connection"',
    '- 0.0.0.0.0.0.1.6.1 "run"',
    '- 0.0.0.0.0.0.1.6.2 "pub get"',
    '- 0.0.0.0.0.0.1.6.3 "clean"',
    '- 0.0.0.0.0.0.1.6.4 "build"',
    '- 0.0.0.0.0.0.0 "Scrim"',
    'Scrolls: 0.0.0.0.0.0.1.6 HorizontalScrollView',
  ],
  '053-sambas3-2': [
    '[Screen: com.zenithblue.sambas3 / unknown]',
    '"SambaS3", a page; 42 elements, 8 to act on',
    'Says: "CONNECTED" "7:22 PM" "GOD OF WAR® III" "BCUS98111"',
    '- 0.0.0.0.0.0.0.3 "Settings"',
    '- 0.0.0.0.0.0.0.4 "Add Game"',
    '- 0.0.0.0.0.0.0.5.0 View',
    '- 0.0.0.0.0.0.0.5.1 View',
    '- 0.0.0.0.0.0.0.5.2 View',
    '- 0.0.0.0.0.0.0.8.0 "X" "PLAY"',
    '- 0.0.0.0.0.0.0.8.1 "OPTIONS"',
    '- 0.0.0.0.0.0.0.8.2 "O" "BACK"',
    'Scrolls: 0.0.0.0.0.0.0.5 View',
  ],
  '067-phone': [
    '[Screen: com.android.phone / unknown]',
    '"Tipo de rede preferencial", a list; 30 elements, 6 to act on',
    '- 0.0.0.1.0 "Voltar"',
    '- 0.0.0.1.2.0 "Tipo de rede preferencial"',
    '- 0.0.1.0.0.0.0 radio button on "5G preferencial"',
    '- 0.0.1.0.0.0.1 radio button off "LTE preferencial"',
    '- 0.0.1.0.0.0.2 radio button off "3G preferencial"',
    '- 0.0.1.0.0.0.3 radio button off "Apenas 2G"',
  ],
  '071-lightning-acr-browser-lightning-bottom-up-0': [
    '[Screen: acr.browser.lightning / unknown]',
    '"Homepage", a web page; 33 elements, 6 to act on, 4 more off the screen',
    '- 0.0.0.0.0.0.0.0.0.0.0.0 FrameLayout @arrow_button',
    '- 0.0.0.0.0.0.0.0.0.0.0.1.0 field "Search"',
    '- 0.0.0.0.0.0.0.0.0.0.1.0 "More options"',
    '- 0.0.0.0.0.0.0.0.1.0.0.0.0 "google"',
    '- 0.0.0.0.0.0.0.0.1.0.0.1.0 "Search"',
    '- 0.0.0.0.0.0.0.0.1.0.0.1.1 field',
    'Scrolls: 0.0.0.0.0.0.0.0.1.0.0 WebView',
    'note:Web pages report their content late or only in part: if something is missing, get_screen_state with include_screenshot true shows it.',
  ],
  '079-debug-3': [
    '[Screen: com.persona.companion.debug / unknown]',
    '"Persona 3 Portable", a page; 27 elements, 7 to act on',
    'Says: "What would you like to browse?"',
    '- 0.0.0.0.0.0.0.0.1 "Personas"',
    '- 0.0.0.0.0.0.0.0.2 "Fusion Calculator"',
    '- 0.0.0.0.0.0.0.0.3 "Enemies"',
    '- 0.0.0.0.0.0.0.0.4 "Social Links / Confidants"',
    '- 0.0.0.0.0.0.0.0.5 "Classroom Answers"',
    '- 0.0.0.0.0.0.0.1.0 "Back"',
    '- 0.0.0.0.0.1 "Debug Console"',
  ],
  '086-android-gm-example': [
    '[Screen: com.google.android.gm / unknown]',
    '"New in Gmail", a page; 20 elements, 1 to act on',
    'Says: "All the features you love with a fresh new look"',
    '- 0.0.0.0.0.0.2.0 "GOT IT"',
  ],
  '089-release': [
    '[Screen: com.legado.app.release / unknown] [Menu]',
    'a menu; 18 elements, 6 to act on',
    '- 0.0.0.0.0 toggle off "精准搜索"',
    '- 0.0.0.0.1 toggle on "标识读过的书籍"',
    '- 0.0.0.0.2 "书源管理"',
    '- 0.0.0.0.3 "多分组/书源"',
    '- 0.0.0.0.4 toggle on "全部书源"',
    '- 0.0.0.0.5 "日志"',
  ],
  '091-risa-app': [
    '[Screen: com.risa.app / unknown] [Dialog (probably): "Type to search..." in 0.0.0.0.0.0]',
    'a dialog; 11 elements, 4 to act on',
    '- 0.0.0.0.0.0 "Dismiss"',
    '- 0.0.0.0.0.0.0.0.0 "Voice"',
    '- 0.0.0.0.0.0.0.0.1 field',
    '- 0.0.0.0.0.0.0.0.2 Button',
  ],
  '097-systemui-192': [
    '[Screen: com.android.systemui / unknown] [Lock screen]',
    'the lock screen; 47 elements, 1 to act on',
    'Says: "10\\n48" "8月1日周六" "飞行模式" "WLAN 信号满格。" "飞行模式。" "正在充电，已完成 100%。" "100%" "长按 ￼ 键或向上滑屏解锁" "已充满电"',
    '- 0.4.3 "解锁"',
    'Scrolls: 0.4.0.0.0.0 ScrollView @expanded_qs_scroll_view, 0.4.0.2 ScrollView @notification_stack_scroller',
    'note:The lock screen covers the apps. Swipe up to open it; if it then asks for a PIN, pattern or password, ask the user to unlock the phone.',
  ],
  '100-banjotuner-hierarchy': [
    '[Screen: com.makingiants.android.banjotuner / unknown]',
    '"BANJEN", a page; 23 elements, 6 to act on',
    '- 0.1.0.0.0.0.0 toggle off "4th string, note D3. Double tap to play."',
    '- 0.1.0.0.0.0.1 toggle off "3rd string, note G3. Double tap to play."',
    '- 0.1.0.0.0.0.2 toggle off "2nd string, note B3. Double tap to play."',
    '- 0.1.0.0.0.0.3 toggle off "1st string, note D4. Double tap to play."',
    '- 0.1.0.0.0.0.4.0.0 "Session mode"',
    '- 0.1.0.0.0.0.4.2.0 "Settings"',
  ],
  '122-pluct': [
    '[Screen: app.pluct / unknown] [Dialog: "Enable Overlay Notifications"]',
    '"Enable Overlay Notifications", a dialog; 20 elements, 2 to act on',
    'Says: "Permission onboarding dialog" "Permission onboarding content" "See transcription progress in a small floating window when u…"',
    '- 0.0.0.0.0.0.0.0.2 "Skip" "Skip permission"',
    '- 0.0.0.0.0.0.0.0.3 "Enable" "Enable permission"',
  ],
  '140-pocketide-settings': [
    '[Screen: com.pocketide / unknown]',
    '"Settings", a form; 58 elements, 9 to act on',
    'Says: "Appearance" "Toggle between dark and light theme" "AI Model" "Connect to any OpenAI-compatible chat completions API." "Not configured — AI Chat will not work until set up" "Optimization" "Use little cores for decode, reduce thread count" "Reduce performance when device throttles" and 2 more',
    '- 0.0.0.0.0.0.0.0.0.0.3 toggle on "Dark mode"',
    '- 0.0.0.0.0.0.0.0.0.0.6 field "API base URL" holds "https://api.openai.com/v1"',
    '- 0.0.0.0.0.0.0.0.0.0.7 password field "API key"',
    '  0.0.0.0.0.0.0.0.0.0.7.3 "Show API key"',
    '- 0.0.0.0.0.0.0.0.0.0.8 field "Model name" holds "gpt-4o-mini"',
    '- 0.0.0.0.0.0.0.0.0.0.13 toggle off "Power saving mode"',
    '- 0.0.0.0.0.0.0.0.0.0.16 toggle on "Thermal-aware inference"',
    '- 0.0.0.0.0.0.0.0.0.0.19 toggle on "Adaptive core selection"',
    '- 0.0.0.0.0.0.0.0.0.1.0.0 "Back"',
    'Scrolls: 0.0.0.0.0.0.0.0.0.0 ScrollView',
  ],
  '145-revenger-sth-hierarchy': [
    '[Screen: com.vinaooo.revenger.sth / unknown]',
    'media; 23 elements, 0 to act on',
    'Says: "d-pad up" "d-pad left" "d-pad right" "d-pad down" "Y" "B" "X" "A"',
    'note:Drawings, games and video are not included: get_screen_state with include_screenshot true shows it.',
  ],
  '148-avc-uiautomator-dump-api27': [
    '[Screen: com.google.android.apps.nexuslauncher / unknown]',
    'the home screen; 29 elements, 10 to act on',
    '- 0.0.0.0.0.0.0.0.0 FrameLayout @search_container_workspace',
    '- 0.0.0.0.0.0.0.0.0.0.0 "Sunday, May 19"',
    '- 0.0.0.0.0.0.0.0.0.0.2 "56°F"',
    '- 0.0.0.0.0.2.0 "Apps list"',
    '- 0.0.0.0.0.3.0 ViewGroup @layout',
    '- 0.0.0.0.0.3.0.1.0 "Phone"',
    '- 0.0.0.0.0.3.0.1.1 "Messages"',
    '- 0.0.0.0.0.3.0.1.2 "Play Store"',
    '- 0.0.0.0.0.3.0.1.3 "Chrome"',
    '- 0.0.0.0.0.3.1 "Search"',
  ],
};

/** Screens without a title bar, and what a person would call them. */
const titles: Readonly<Record<string, string>> = {
  '098-debug-widgets': '已选 2 / 15 项',
  '107-philo-channels-dump': '70+ Live Channels',
  '133-crushmobile-106': 'Crush',
  '137-crushmobile': 'Crush',
  '139-crushmobile-after': 'Crush',
};

describe.skipIf(capturedDumps.length === 0)('captured dumps (skipped where absent)', () => {
  it.each(Object.entries(summaries))('%s', (name, lines) => {
    const summary = summarize(capturedScreen(`${name}.xml`));
    const text = formatSummary(summary, ({ path }) => path);
    expect(text).toBe(lines.join('\n'));
  });

  it.each(Object.entries(titles))('the title of %s is %s', (name, title) => {
    expect(summarize(capturedScreen(`${name}.xml`)).title).toBe(title);
  });
});
