// The sources of the packages that scripts/apkCorpus.mjs builds.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

const android = 'xmlns:android="http://schemas.android.com/apk/res/android"'
/** One white point, in a form that Android reads from version 4.3 on. */
const webp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')

/** Writes the sources; answers the files that are packed as they are. */
export function writeProject(folder, { sdk, isFull }) {
  const files = isFull ? fullFiles(sdk) : smallFiles(sdk)
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  return Object.keys(files).filter((name) => !/^(res\/|AndroidManifest)/.test(name))
}

const smallFiles = ({ min, target }) => ({
  'AndroidManifest.xml': `<manifest ${android} package="org.muster.small"
      android:versionCode="7" android:versionName="1.2.3">
    <uses-sdk android:minSdkVersion="${min}" android:targetSdkVersion="${target}"/>
    <application android:label="@string/name" android:icon="@mipmap/icon" android:hasCode="false"/>
  </manifest>`,
  'res/values/strings.xml': strings('Small'),
  'res/mipmap-mdpi/icon.png': png(4),
  'assets/a.txt': 'An asset.\n'.repeat(20),
  'lib/arm64-v8a/libsmall.so': Buffer.from('\x7fELF'.padEnd(64, '.')),
})

const fullFiles = ({ min, target }) => ({
  'AndroidManifest.xml': `<manifest ${android} package="org.muster.full"
      android:versionCode="41" android:versionCodeMajor="3" android:versionName="@string/version"
      android:sharedUserId="org.muster.shared">
    <uses-sdk android:minSdkVersion="${min}" android:targetSdkVersion="${target}" android:maxSdkVersion="33"/>
    <uses-permission android:name="android.permission.INTERNET"/>
    <uses-permission android:name="android.permission.CAMERA"/>
    <uses-permission android:name="android.permission.WRITE_EXTERNAL_STORAGE" android:maxSdkVersion="28"/>
    <uses-feature android:name="android.hardware.nfc"/>
    <uses-feature android:name="android.hardware.camera" android:required="false"/>
    <uses-feature android:glEsVersion="0x00030001"/>
    <application android:label="@string/name" android:icon="@mipmap/icon" android:debuggable="true"
      android:testOnly="true" android:usesCleartextTraffic="@bool/cleartext" android:hasCode="false"/>
  </manifest>`,
  'res/values/strings.xml': strings('Full', '<string name="version">4.1-beta</string>'),
  'res/values/bools.xml': '<resources><bool name="cleartext">false</bool></resources>',
  'res/values-ar/strings.xml': strings('كامل'),
  'res/values-pt-rBR/strings.xml': strings('Completo'),
  'res/values-b+sr+Latn/strings.xml': strings('Pun'),
  'res/values-iw/strings.xml': strings('מלא'),
  'res/values-land/strings.xml': strings('Wide'),
  'res/mipmap-mdpi/icon.png': png(4),
  'res/mipmap-xhdpi/icon.png': png(8),
  'res/mipmap-xxxhdpi/icon.webp': webp,
  'res/mipmap-anydpi-v26/icon.xml': `<adaptive-icon ${android}>
    <background android:drawable="@color/ground"/>
    <foreground android:drawable="@mipmap/front"/>
  </adaptive-icon>`,
  'res/mipmap-hdpi/front.png': png(6),
  'res/values/colors.xml': '<resources><color name="ground">#1068c4</color></resources>',
  'assets/a.txt': 'An asset.\n',
  'lib/arm64-v8a/libfull.so': Buffer.from('\x7fELF'.padEnd(64, '.')),
  'lib/armeabi-v7a/libfull.so': Buffer.from('\x7fELF'.padEnd(48, '.')),
})

const strings = (name, more = '') =>
  `<resources><string name="name">${name}</string>${more}</resources>`

/** A square of one colour. */
function png(side) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2], 8)
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(side * 3, 0x68)])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))
  const chunks = [
    ['IHDR', header],
    ['IDAT', pixels],
    ['IEND', Buffer.alloc(0)],
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks.map(chunk)])
}

function chunk([name, content]) {
  const body = Buffer.concat([Buffer.from(name), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
