export { isOutdated, type TerminalClock, terminalClock, type Written } from './clock.ts'
export {
  type Arriving,
  askParams,
  askPart,
  askTicket,
  largeParamBytes,
  type Refused,
  secondsOff,
} from './fileSource.ts'
export {
  type Circumstances,
  isForced,
  isOpen,
  isUnmetered,
  waitsFor,
  waitsForWifi,
} from './gates.ts'
export { handIn } from './handIn.ts'
export {
  type BodyOf,
  type Letter,
  readDown,
  readServerKey,
  upEnvelope,
  type UpKind,
  writeUp,
} from './letter.ts'
export { type Link, LinkRefused, openLink } from './link.ts'
export { type LetterStore, Outbox, type OutboxParts, sendLetter } from './outbox.ts'
export { askFromStore, readStore } from './store.ts'
export { matcherOf, TraceSender } from './trace.ts'
export { mostArchiveBytes, readArchive } from './paramArchive.ts'
export { fetchServerInfo, registerAt, requestPassword } from './platform.ts'
export { type Credential, makePassword } from './proof.ts'
