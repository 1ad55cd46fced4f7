/**
 * Words that people make passwords of, chosen by us: the everyday ones of several languages, names,
 * teams, keyboards, and those of this trade. A password that is nothing but such words, digits and
 * marks is common, however long; see {@link isCommon}.
 */
const words = `
password passwort parola motdepasse contrasena senha wachtwoord losenord salasana haslo heslo
parool slaptazodis kodeord mima
qwerty qwertz azerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc
admin administrator root user username guest test tester testing demo default changeme letmein
welcome login logon signin secret private public access system server service support master
super superuser superman batman spiderman ironman starwars pokemon naruto matrix jedi
iloveyou love lovely loveme lover sweet sweetie honey baby babygirl princess prince angel angels
dragon monkey tiger lion panther eagle wolf bear horse dog cat kitty puppy bird fish shark snake
butterfly dolphin elephant rabbit mouse chicken turtle panda
sunshine flower summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday
january february march april may june july august september october november december
football baseball basketball hockey soccer tennis golf cricket rugby liverpool chelsea arsenal
barcelona realmadrid juventus milan bayern manchester united yankees cowboys lakers steelers
michael jordan jessica ashley amanda jennifer daniel david robert thomas andrew joshua matthew
charlie george william james john mary anna maria laura sarah nicole michelle hannah samantha
alexander alex christopher anthony martin peter paul mark kevin brian jason justin ryan eric
ahmed mohammed muhammad mohamed ali hassan hussein fatima omar ibrahim mustafa abdullah yusuf
baghdad basra iraq mosul erbil babylon dijla furat
computer internet google facebook yahoo hotmail gmail microsoft windows apple android samsung nokia
linux oracle mysql postgres database network router switch office company business manager
cheese chocolate cookie banana orange apple pepper ginger coffee pizza burger
purple yellow green blue red black white silver gold golden diamond crystal pearl
hello hallo bonjour hola salam marhaba ciao please thanks thankyou whatever nothing something
freedom peace happy lucky money power energy magic music dance guitar piano rock metal jazz
hunter ranger soldier killer ninja samurai warrior pirate viking wizard merlin phoenix
mustang ferrari porsche mercedes toyota honda yamaha suzuki corvette harley
jesus christ heaven church bible allah islam quran god
america canada london paris berlin madrid moscow tokyo china india brazil mexico texas florida
trustno1 ncc1701 abc xyz aaa zzz onetwothree one two three four five six seven eight nine zero
correcthorsebatterystaple
كلمة المرور كلمةالمرور كلمة السر مرحبا السلام عليكم محمد احمد علي حسين بغداد العراق البصرة حبيبي
terminal terminals payment payments merchant acquirer bank banking card cards cash pos tms muster
device devices console control firmware update
`
  .trim()
  .split(/\s+/)

const known = new Set(words)
const longest = Math.max(...words.map((word) => word.length))

/** What people write for a letter. */
const disguises: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz', '01234567890123']

/**
 * Whether guessing programs would come upon a password early: one thing over and over, a run along
 * the keyboard, or nothing but common words and the `context` (site, user, organisation) with digits
 * and marks around them, however disguised.
 */
export function isCommon(password: string, context: readonly string[] = []): boolean {
  const lower = password.toLowerCase()
  if (new Set(lower).size < 5 || isRepeated(lower) || isRuns(lower)) return true
  const own = new Set(context.flatMap(wordsOf).filter((word) => word.length >= 3))
  return isWordsOnly(lower, own)
}

const wordsOf = (text: string): string[] => {
  const parts = text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return [...parts, parts.join('')].map((part) => part.replace(/[^\p{L}]/gu, ''))
}

const undisguised = (text: string): string =>
  Array.from(text, (one) => disguises[one] ?? one).join('')

/** `abcabcabcabc`, `aaaaaaaaaaaa`: at most four characters again and again. */
const isRepeated = (text: string): boolean => /^(.{1,4})\1{2,}.{0,3}$/su.test(text)

/** Nothing but runs of at least three along a keyboard's row, the alphabet or the digits. */
function isRuns(text: string): boolean {
  let at = 0
  while (at < text.length) {
    const run = runFrom(text, at)
    if (run < 3) return false
    at += run
  }
  return text.length > 0
}

function runFrom(text: string, at: number): number {
  let length = 2
  while (at + length <= text.length && isRun(text.slice(at, at + length))) length++
  return length - 1
}

const isRun = (part: string): boolean => {
  const back = Array.from(part).toReversed().join('')
  return rows.some((row) => row.includes(part) || row.includes(back))
}

/** Whether a text can be parted into common words, disguised or not, with digits and marks between them. */
function isWordsOnly(text: string, own: ReadonlySet<string>): boolean {
  const isWord = (part: string) => known.has(part) || own.has(part)
  const most = Math.max(longest, ...Array.from(own, (word) => word.length))
  const ends = new Set([0])
  let hasWord = false
  for (let end = 1; end <= text.length; end++) {
    if (ends.has(end - 1) && !/[\p{L}]/u.test(text.charAt(end - 1))) ends.add(end)
    for (let start = Math.max(0, end - most); start < end; start++) {
      const part = text.slice(start, end)
      if (!ends.has(start) || !(isWord(part) || isWord(undisguised(part)))) continue
      ends.add(end)
      hasWord = true
    }
  }
  return hasWord && ends.has(text.length)
}
