package handset;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.app.UiAutomation;
import android.graphics.Point;
import android.graphics.Rect;
import android.os.Build;
import android.os.Bundle;
import android.os.HandlerThread;
import android.os.Looper;
import android.os.SystemClock;
import android.util.DisplayMetrics;
import android.view.Display;
import android.view.accessibility.AccessibilityEvent;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Reads the elements of the screen for Handset. Runs on the phone, started by app_process as the
 * user shell, and answers requests of its stdin on its stdout until stdin ends. README.md beside
 * this file describes the protocol.
 *
 * Written for Java 8 without lambdas, since dx translates it, and against API 23; what is newer or
 * hidden in Android is reached by reflection and explained where that happens.
 */
public final class ElementReader {
    /** Raised with every change of the protocol; the console refuses another one. */
    private static final int PROTOCOL = 4;
    /** The limits of the console's parser; a screen beyond them is a fault of an app. */
    private static final int MAX_NODES = 10_000;
    private static final int MAX_DEPTH = 250;
    /** While one window replaces another there is no active one for a moment. */
    private static final int ROOT_ATTEMPTS = 10;
    private static final int ROOT_PAUSE_MS = 50;

    private final PrintStream out;
    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    /** Null while Android's one UiAutomation is left to other programs. */
    private UiAutomation automation;
    /** Whether it can be disconnected without a change of the rotation lock. */
    private boolean leavesRotation;
    /** Whether it is to be left to other programs. */
    private boolean isReleasing;
    /** Delivers its events. */
    private HandlerThread eventThread;
    /** When the last accessibility event came, on the clock of SystemClock.uptimeMillis. */
    private volatile long lastEventMs;
    /** The reading after which nothing has changed yet; null once a change was told. */
    private final AtomicReference<String> unchangedReading = new AtomicReference<>();
    /** The window whose empty WebView has had its reconnect; -1 for none. */
    private int reconnectedWindow = -1;

    private ElementReader(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        // Android's own classes print to stdout now and then; the protocol must not be mixed with that.
        System.setOut(System.err);
        // Parts of the framework look for the main looper, which app_process does not prepare.
        Looper.prepareMainLooper();
        new ElementReader(out).serve();
    }

    private void serve() throws InterruptedException {
        Thread input = new Thread("stdin") {
            @Override
            public void run() {
                readRequests();
            }
        };
        input.setDaemon(true);
        input.start();
        print("ready\t" + PROTOCOL + "\t" + Build.VERSION.SDK_INT + "\n");
        while (true) answer(requests.take());
    }

    /** Queues the lines of stdin. At its end the process ends at once, and Android frees its UiAutomation. */
    private void readRequests() {
        try {
            BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) requests.add(line);
        } catch (IOException ended) {
            // As at the end: nobody can ask any more.
        }
        Runtime.getRuntime().halt(0);
    }

    /** Answers `read ID QUIET_MS MAX_MS` or `release ID`; any other line is ignored. */
    private void answer(String line) throws InterruptedException {
        String[] words = line.trim().split(" ");
        boolean reads = words.length == 4 && words[0].equals("read");
        if (!reads && !(words.length == 2 && words[0].equals("release"))) return;
        try {
            if (reads) print(read(words[1], Long.parseLong(words[2]), Long.parseLong(words[3])));
            else release();
            print("end\t" + words[1] + "\n");
            endUnlessReleased();
        } catch (InterruptedException ended) {
            throw ended;
        } catch (Exception | LinkageError | StackOverflowError thrown) {
            Throwable cause = thrown instanceof InvocationTargetException && thrown.getCause() != null
                    ? thrown.getCause() : thrown;
            String message = String.valueOf(cause);
            // UiAutomationManager.registerUiTestAutomationServiceLocked: one program at a time.
            String code = message.contains("already registered") ? "taken" : "failed";
            // A UiAutomation that has failed is not trusted again.
            release();
            print("error\t" + words[1] + "\t" + code + "\t" + escape(message) + "\n");
            endUnlessReleased();
        }
    }

    /** Synchronized, since the thread of the events prints too. */
    private synchronized void print(String text) {
        byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        out.write(bytes, 0, bytes.length);
        out.flush();
    }

    /** The rows of the screen, once nothing has changed for quietMs, or after maxMs. */
    private String read(String id, long quietMs, long maxMs) throws Exception {
        if (automation == null) connect();
        waitForQuiet(quietMs, maxMs);
        Walk walk = walkScreen(id);
        if (walk.emptyWebViewWindow < 0) reconnectedWindow = -1;
        else if (walk.emptyWebViewWindow != reconnectedWindow && leavesRotation) {
            // Chromium fills the tree of a WebView only for services that it has seen connecting.
            reconnectedWindow = walk.emptyWebViewWindow;
            release();
            connect();
            waitForQuiet(Math.max(quietMs, 100), 1_000);
            walk = walkScreen(id);
        }
        return walk.rows.toString();
    }

    /** Returns early when another request waits: the console has given this one up. */
    private void waitForQuiet(long quietMs, long maxMs) throws InterruptedException {
        long endMs = SystemClock.uptimeMillis() + maxMs;
        while (requests.isEmpty()) {
            long nowMs = SystemClock.uptimeMillis();
            long leftMs = Math.min(lastEventMs + quietMs, endMs) - nowMs;
            if (leftMs <= 0) return;
            Thread.sleep(Math.min(leftMs, 50));
        }
    }

    private Walk walkScreen(String id) throws Exception {
        clearCache();
        // What changes during the walk may be missing in its rows.
        unchangedReading.set(id);
        AccessibilityNodeInfo active = activeRoot();
        AccessibilityNodeInfo root = isOnDefaultDisplay(active) ? active : frontRoot();
        Display display = defaultDisplay();
        Point size = new Point();
        Point appSize = new Point();
        // Newer versions of `uiautomator dump` cut bounds to the first, older ones to the second.
        display.getRealSize(size);
        display.getSize(appSize);
        DisplayMetrics metrics = new DisplayMetrics();
        display.getRealMetrics(metrics);
        Walk walk = new Walk();
        walk.window(root == active ? "active" : "front", root.getWindowId(), null);
        walk.node(root, 0, 0);
        addOtherWindows(walk, root);
        // After the walk, since something may have changed during it.
        long stillMs = SystemClock.uptimeMillis() - lastEventMs;
        walk.rows.insert(0, "screen\t" + id + '\t' + display.getRotation() + '\t' + size.x + '\t' + size.y
                + '\t' + appSize.x + '\t' + appSize.y + '\t' + metrics.densityDpi + '\t' + stillMs + '\n');
        return walk;
    }

    /** Windows of the same app above the active one, as pop-ups are, and the keyboard's rectangle. */
    private void addOtherWindows(Walk walk, AccessibilityNodeInfo active) {
        List<AccessibilityWindowInfo> windows = automation.getWindows();
        int activeLayer = Integer.MAX_VALUE;
        for (AccessibilityWindowInfo window : windows) {
            if (window.getId() == active.getWindowId()) activeLayer = window.getLayer();
        }
        for (AccessibilityWindowInfo window : windows) {
            Rect bounds = new Rect();
            window.getBoundsInScreen(bounds);
            if (window.getType() == AccessibilityWindowInfo.TYPE_INPUT_METHOD) {
                // Below a menu that was opened over it, it covers nothing of the menu.
                boolean isAbove = activeLayer == Integer.MAX_VALUE || window.getLayer() > activeLayer;
                if (isAbove) walk.window("keyboard", window.getId(), bounds);
            } else if (window.getType() == AccessibilityWindowInfo.TYPE_APPLICATION
                    && window.getLayer() > activeLayer) {
                AccessibilityNodeInfo root = window.getRoot();
                if (root == null || !String.valueOf(root.getPackageName())
                        .equals(String.valueOf(active.getPackageName()))) continue;
                walk.window("popup", window.getId(), bounds);
                walk.node(root, 0, 0);
            }
        }
    }

    private AccessibilityNodeInfo activeRoot() throws InterruptedException {
        for (int attempt = 1; attempt <= ROOT_ATTEMPTS; attempt++) {
            AccessibilityNodeInfo root = automation.getRootInActiveWindow();
            if (root != null) return root;
            Thread.sleep(ROOT_PAUSE_MS);
        }
        throw new IllegalStateException("there is no active window");
    }

    /** Whether the node's window is among those of the default display, which is all that getWindows has from API 30 on. */
    private boolean isOnDefaultDisplay(AccessibilityNodeInfo node) {
        List<AccessibilityWindowInfo> windows = automation.getWindows();
        if (Build.VERSION.SDK_INT < 30 || windows.isEmpty()) return true;
        for (AccessibilityWindowInfo window : windows) if (window.getId() == node.getWindowId()) return true;
        return false;
    }

    /** The root of the app's window in front on the default display. */
    private AccessibilityNodeInfo frontRoot() {
        AccessibilityNodeInfo front = null;
        int frontLayer = Integer.MIN_VALUE;
        for (AccessibilityWindowInfo window : automation.getWindows()) {
            AccessibilityNodeInfo root = window.getRoot();
            boolean isApp = window.getType() == AccessibilityWindowInfo.TYPE_APPLICATION;
            if (root == null || !isApp || window.getLayer() < frontLayer) continue;
            front = root;
            frontLayer = window.getLayer();
        }
        if (front == null) throw new IllegalStateException("the active window is on another display");
        return front;
    }

    /** Connects as UiAutomationShellWrapper of `uiautomator` does, with hidden classes and constructors. */
    private void connect() throws Exception {
        eventThread = new HandlerThread("ElementReader");
        eventThread.start();
        Class<?> connectionInterface = Class.forName("android.app.IUiAutomationConnection");
        Object connection = Class.forName("android.app.UiAutomationConnection").getConstructor().newInstance();
        Constructor<UiAutomation> constructor =
                UiAutomation.class.getDeclaredConstructor(Looper.class, connectionInterface);
        constructor.setAccessible(true);
        UiAutomation connecting = constructor.newInstance(eventThread.getLooper(), connection);
        // connect(int) exists from Android 7 on. 1 is FLAG_DONT_SUPPRESS_ACCESSIBILITY_SERVICES:
        // without it TalkBack would fall silent.
        Method connect = UiAutomation.class.getMethod("connect", int.class);
        connect.invoke(connecting, 1);
        automation = connecting;
        isReleasing = false;
        leavesRotation = keepFromRotating(connection);
        lastEventMs = SystemClock.uptimeMillis();
        automation.setOnAccessibilityEventListener(new UiAutomation.OnAccessibilityEventListener() {
            @Override
            public void onAccessibilityEvent(AccessibilityEvent event) {
                lastEventMs = SystemClock.uptimeMillis();
                String id = unchangedReading.getAndSet(null);
                if (id != null) print("changed\t" + id + "\n");
            }
        });
        AccessibilityServiceInfo info = automation.getServiceInfo();
        info.flags |= AccessibilityServiceInfo.FLAG_RETRIEVE_INTERACTIVE_WINDOWS
                | AccessibilityServiceInfo.FLAG_REPORT_VIEW_IDS
                | AccessibilityServiceInfo.FLAG_INCLUDE_NOT_IMPORTANT_VIEWS;
        automation.setServiceInfo(info);
    }

    /**
     * Replaces the connection's window manager by one that does nothing. When it is disconnected it puts the
     * rotation lock back to what it was when it was connected (UiAutomationConnection.restoreRotationStateLocked),
     * which would undo what was set since. Returns whether that worked.
     */
    private static boolean keepFromRotating(Object connection) {
        try {
            Field field = connection.getClass().getDeclaredField("mWindowManager");
            field.setAccessible(true);
            field.set(connection, Proxy.newProxyInstance(ElementReader.class.getClassLoader(),
                    new Class<?>[] {field.getType()}, new InvocationHandler() {
                        @Override
                        public Object invoke(Object proxy, Method method, Object[] arguments) {
                            return null;
                        }
                    }));
            return true;
        } catch (Exception | LinkageError unknown) {
            return false;
        }
    }

    /** Android frees the UiAutomation of a process that ends, and leaves the rotation alone. */
    private void endUnlessReleased() {
        if (automation != null && isReleasing) Runtime.getRuntime().halt(0);
    }

    /** Lets other programs have Android's one UiAutomation. */
    private void release() {
        unchangedReading.set(null);
        isReleasing = true;
        if (automation != null && !leavesRotation) return;
        UiAutomation released = automation;
        automation = null;
        try {
            if (released != null) UiAutomation.class.getMethod("disconnect").invoke(released);
        } catch (Exception ended) {
            // It was ended by Android already.
        }
        if (eventThread != null) eventThread.quit();
        eventThread = null;
    }

    /**
     * Forgets cached nodes, which a UiAutomation that lives long serves after the screen has changed.
     * UiAutomation.clearCache exists from API 34 on; setServiceInfo does the same in older versions.
     */
    private void clearCache() {
        try {
            UiAutomation.class.getMethod("clearCache").invoke(automation);
        } catch (Exception older) {
            clearClientCache();
            automation.setServiceInfo(automation.getServiceInfo());
        }
    }

    /** The hidden cache behind it before API 34: one for all, or from Android 12 on one per connection. */
    private void clearClientCache() {
        try {
            Class<?> type = Class.forName("android.view.accessibility.AccessibilityInteractionClient");
            Object client = type.getMethod("getInstance").invoke(null);
            if (Build.VERSION.SDK_INT < 31) {
                type.getMethod("clearCache").invoke(client);
                return;
            }
            Object connectionId = UiAutomation.class.getMethod("getConnectionId").invoke(automation);
            type.getMethod("clearCache", int.class).invoke(client, connectionId);
        } catch (Exception unknown) {
            // The comparison with a dump shows whether this phone needs it.
        }
    }

    /** DisplayManager needs a Context, which a program of the shell has not; this hidden class does not. */
    private static Display defaultDisplay() throws Exception {
        Class<?> type = Class.forName("android.hardware.display.DisplayManagerGlobal");
        Object displays = type.getMethod("getInstance").invoke(null);
        return (Display) type.getMethod("getRealDisplay", int.class).invoke(displays, Display.DEFAULT_DISPLAY);
    }

    /** A backslash, and what would end a field or a row, as in JSON. */
    private static String escape(CharSequence value) {
        if (value == null) return "";
        StringBuilder escaped = new StringBuilder(value.length());
        for (int at = 0; at < value.length(); at++) {
            char c = value.charAt(at);
            if (c == '\\') escaped.append("\\\\");
            else if (c == '\t') escaped.append("\\t");
            else if (c == '\n') escaped.append("\\n");
            else if (c == '\r') escaped.append("\\r");
            else escaped.append(c);
        }
        return escaped.toString();
    }

    /** The rows of one reading. */
    private static final class Walk {
        final StringBuilder rows = new StringBuilder();
        /** A window with a WebView without content; -1 for none. */
        int emptyWebViewWindow = -1;
        private int nodes;
        private final Rect bounds = new Rect();
        private static final Map<String, Method> GETTERS = new HashMap<>();
        private static final String COMPAT = "androidx.view.accessibility.AccessibilityNodeInfoCompat.";

        void window(String kind, int id, Rect area) {
            rows.append("window\t").append(kind).append('\t').append(id);
            if (area != null) append(area);
            rows.append('\n');
        }

        /** The node and those below it, by the rules of AccessibilityNodeInfoDumper.dumpNodeRec. */
        void node(AccessibilityNodeInfo node, int depth, int index) {
            if (++nodes > MAX_NODES || depth > MAX_DEPTH)
                throw new IllegalStateException("the screen has too many nodes");
            rows.append("node\t").append(depth).append('\t').append(index).append('\t').append(flags(node));
            node.getBoundsInScreen(bounds);
            append(bounds);
            text(node.getClassName());
            text(node.getPackageName());
            text(node.getViewIdResourceName());
            text(node.getText());
            text(node.getContentDescription());
            text(newerText(node, "getHintText", 26, "HINT_TEXT_KEY"));
            text(newerText(node, "getStateDescription", 30, "STATE_DESCRIPTION_KEY"));
            text(node.getError());
            AccessibilityNodeInfo.CollectionInfo list = node.getCollectionInfo();
            text(list == null ? null : list.getRowCount() + " " + list.getColumnCount());
            AccessibilityNodeInfo.CollectionItemInfo item = node.getCollectionItemInfo();
            text(item == null ? null : item.getRowIndex() + " " + item.getColumnIndex());
            rows.append('\n');
            int count = node.getChildCount();
            if (count == 0 && "android.webkit.WebView".contentEquals(String.valueOf(node.getClassName())))
                emptyWebViewWindow = node.getWindowId();
            for (int at = 0; at < count; at++) {
                AccessibilityNodeInfo child = node.getChild(at);
                if (child != null && child.isVisibleToUser()) node(child, depth + 1, at);
            }
        }

        private void text(CharSequence value) {
            rows.append('\t').append(escape(value));
        }

        private void append(Rect area) {
            rows.append('\t').append(area.left).append('\t').append(area.top)
                    .append('\t').append(area.right).append('\t').append(area.bottom);
        }

        private static int flags(AccessibilityNodeInfo node) {
            boolean[] flags = {
                node.isCheckable(), node.isChecked(), node.isClickable(), node.isEnabled(),
                node.isFocusable(), node.isFocused(), node.isScrollable(), node.isLongClickable(),
                node.isPassword(), node.isSelected(), node.isEditable(), node.isVisibleToUser(),
                isHeading(node),
            };
            int bits = 0;
            for (int at = 0; at < flags.length; at++) if (flags[at]) bits |= 1 << at;
            return bits;
        }

        /** A text that a node has from an API level on. Before it, AndroidX keeps it in the extras. */
        private static CharSequence newerText(AccessibilityNodeInfo node, String getter, int api, String key) {
            if (Build.VERSION.SDK_INT >= api) return (CharSequence) call(node, getter);
            Bundle extras = node.getExtras();
            return extras == null ? null : extras.getCharSequence(COMPAT + key);
        }

        /** As `newerText`: from API 28 on, before it bit 2 of AndroidX's properties. */
        private static boolean isHeading(AccessibilityNodeInfo node) {
            if (Build.VERSION.SDK_INT >= 28) return Boolean.TRUE.equals(call(node, "isHeading"));
            Bundle extras = node.getExtras();
            return extras != null && (extras.getInt(COMPAT + "BOOLEAN_PROPERTY_KEY", 0) & 2) != 0;
        }

        /** The value of a getter that API 23 lacks; null where the phone lacks it too. */
        private static Object call(AccessibilityNodeInfo node, String name) {
            try {
                Method getter = GETTERS.get(name);
                if (getter == null) GETTERS.put(name, getter = AccessibilityNodeInfo.class.getMethod(name));
                return getter.invoke(node);
            } catch (Exception unknown) {
                return null;
            }
        }
    }
}
