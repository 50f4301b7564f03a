/** android.media.MediaFormat's names of the codecs, by those of scrcpy. */
export const mimeTypes: Readonly<Record<string, string>> = {
  h264: 'video/avc',
  h265: 'video/hevc',
  av1: 'video/av01',
  opus: 'audio/opus',
  aac: 'audio/mp4a-latm',
  flac: 'audio/flac',
};
