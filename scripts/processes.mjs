import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './install.mjs'

/**
 * Runs a program that stops in order when it gets SIGTERM or loses its message channel, and ends
 * with its exit code. Ctrl-C, SIGTERM, SIGHUP and the death of npm are passed on once; a second
 * Ctrl-C kills. However this process ends, the program does not outlive it.
 */
export function becomeProgram(command, args, env) {
  // Detached: the Ctrl-C of a terminal would reach the program a second time, past us.
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc']
  const child = spawn(command, args, { cwd: root, env, stdio, detached: true })
  let asked
  const stop = (signal) => {
    const isFirst = asked === undefined
    asked ??= performance.now()
    // One Ctrl-C comes twice: from the terminal and from npm, which passes on what it got.
    const isAgain = signal === 'SIGINT' && performance.now() - asked > 300
    if (isFirst) child.kill('SIGTERM')
    else if (isAgain) child.kill('SIGKILL')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  watchNpm(() => stop('SIGTERM'))
  child.once('error', (error) => endAs(1, `${command} cannot be started: ${error.message}`))
  child.once('exit', (code, signal) => endAs(codeOf(code, signal)))
}

/** Runs a program beside us and resolves to its exit code; `onText` also gets what it prints. */
export function runProgram(command, args, { env, onText }) {
  const stdio = ['inherit', onText ? 'pipe' : 'inherit', 'inherit']
  const child = spawn(command, args, { cwd: root, env, stdio })
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text)
    onText(text)
  })
  // A terminal sends Ctrl-C to all of us: we only wait. The other signals reach us alone.
  const wait = () => undefined
  const pass = (signal) => child.kill(signal)
  process.on('SIGINT', wait).on('SIGTERM', pass).on('SIGHUP', pass)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      process.off('SIGINT', wait).off('SIGTERM', pass).off('SIGHUP', pass)
      resolve(codeOf(code, signal))
    })
  })
}

// npm passes SIGINT and SIGTERM on, but cannot say that it was killed. (The scripts in package.json
// begin with `exec`, because the shell between npm and us would pass nothing on.)
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => process.ppid === parent || onGone(), 500).unref()
}

function codeOf(code, signal) {
  return code ?? 128 + constants.signals[signal]
}

function endAs(code, sentence) {
  if (sentence) console.error(sentence)
  process.exit(code)
}
