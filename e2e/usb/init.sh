#!/bin/sh
# Process 1 of the guest: the computer's own files, of which it changes only copies in memory; USB; then the
# tests. The kernel sets the variables HANDSET_… from its command line.
set -eu
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8

if [ "${1-}" != in-copy ]; then
  mount -t tmpfs tmpfs /mnt
  mkdir /mnt/changed /mnt/work /mnt/root
  mount -t overlay -o lowerdir=/,upperdir=/mnt/changed,workdir=/mnt/work overlay /mnt/root
  cd /mnt/root
  pivot_root . mnt
  exec chroot . /bin/sh "$0" in-copy
fi

mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs tmpfs /dev/shm
mount -t tmpfs tmpfs /run
mount -t configfs configfs /sys/kernel/config
mount -t hostfs -o "$HANDSET_RESULTS" hostfs "$HANDSET_RESULTS"
# Debian's toybox from adbd's root: not every system has `ip`.
chroot "$HANDSET_ROOT/.cache/adbd/root" /bin/toybox ifconfig lo up
# Without udev Chromium hears of no phone that is plugged in.
/lib/systemd/systemd-udevd --daemon
udevadm trigger --subsystem-match=usb
udevadm settle

cd "$HANDSET_ROOT"
export PLAYWRIGHT_JSON_OUTPUT_NAME="$HANDSET_RESULTS/report.json"
code=0
node node_modules/@playwright/test/cli.js test --config=e2e/usb/playwright.config.ts \
  --reporter=list,json --grep="${HANDSET_ONLY-}" || code=$?
echo $code > "$HANDSET_RESULTS/exit-code"
echo o > /proc/sysrq-trigger
sleep 60
