import type { DdiStatus } from '@muster/contract'
import { describe, expect, it } from 'vitest'
import { baseOf, sleepOf } from './answers.rules.ts'
import { afterUpgrade, attributesIn, informationOf, mergeAttributes } from './attributes.rules.ts'
import { answerToCancel, reportOf, type Standing } from './feedback.rules.ts'

const standing: Standing = { state: 'ACKED', step: null, message: null }
const status = (execution: DdiStatus['execution'], more: Partial<DdiStatus> = {}): DdiStatus => ({
  execution,
  result: { finished: 'none' },
  ...more,
})
const finished = (how: 'success' | 'failure') => ({ result: { finished: how } })

describe('feedback', () => {
  it.each([
    ['scheduled', {}, null],
    ['proceeding', {}, { state: 'RUNNING' }],
    ['resumed', {}, { state: 'RUNNING' }],
    ['download', {}, { state: 'RUNNING', step: 'DOWNLOADING' }],
    ['downloaded', {}, { state: 'RUNNING', step: 'DOWNLOADED', pct: 100 }],
    ['rejected', {}, { state: 'DEFERRED' }],
    ['closed', finished('success'), { state: 'SUCCESS', result: { health: 'ok' } }],
    ['closed', {}, { state: 'SUCCESS', result: { health: 'ok' } }],
    ['closed', finished('failure'), { state: 'FAILED', code: 'I201' }],
    ['canceled', {}, { state: 'FAILED', code: 'I211' }],
  ] as const)('%s %j is %j', (execution, more, report) => {
    expect(reportOf(status(execution, more), standing)).toEqual(report)
  })

  it.each([
    [1, 4, 25],
    [4, 4, 100],
    [5, 4, undefined],
    [1, 0, undefined],
    [null, null, undefined],
  ])('of progress %j of %j is %j percent', (cnt, of, pct) => {
    const told = status('proceeding', { result: { finished: 'none', progress: { cnt, of } } })
    expect(reportOf(told, standing)?.pct).toBe(pct)
  })

  it('tells the cause that was said before, where the end tells none', () => {
    const before = { ...standing, message: 'HASH mismatch' }
    const told = status('closed', { ...finished('failure'), details: ['It failed'] })
    expect(reportOf(told, before)).toMatchObject({ code: 'D105', msg: 'HASH mismatch; It failed' })
    const usual = { ...standing, message: 'Copying' }
    expect(reportOf(told, usual)).toMatchObject({ code: 'I201', msg: 'It failed' })
  })

  it('keeps what the installer has said of its fault until the end', () => {
    const fault = 'LastError: Failed mounting the bundle'
    const at = { ...standing, step: 'INSTALLING' }
    const first = reportOf(status('proceeding', { details: [fault] }), at)
    expect(first).toMatchObject({ msg: fault })
    const before = { ...at, message: fault }
    expect(reportOf(status('proceeding', { details: ['idle'] }), before)?.msg).toBe(fault)
    const told = status('closed', { ...finished('failure'), details: ['It failed'] })
    expect(reportOf(told, before)).toMatchObject({ code: 'I201', msg: `${fault}; It failed` })
  })

  it('takes a sum that is right for the whole file, and for no fault of it', () => {
    const whole = { details: ['File checksum OK.'] }
    const at = { ...standing, step: 'DOWNLOADING' }
    expect(reportOf(status('proceeding', whole), at)).toMatchObject({ step: 'DOWNLOADED' })
    const before = { ...standing, step: 'DOWNLOADED', message: 'File checksum OK.' }
    expect(reportOf(status('proceeding', whole), before)).toMatchObject({ step: 'INSTALLING' })
    const told = status('closed', { ...finished('failure'), details: ['It failed'] })
    expect(reportOf(told, before)).toMatchObject({ code: 'I201', msg: 'It failed' })
    const wrong = status('closed', { ...finished('failure'), details: ['Invalid checksum: 1'] })
    expect(reportOf(wrong, standing)).toMatchObject({ code: 'D105' })
  })

  it('is cut to what a record has room for, and brings its own code', () => {
    const long = status('proceeding', { details: ['x'.repeat(900)] })
    expect(reportOf(long, standing)?.msg).toHaveLength(500)
    const halved = { details: [`${'x'.repeat(499)}\u{1f600}`] }
    const known = { ...standing, message: `LastError: ${'x'.repeat(488)}\u{1f600}` }
    const failure = status('closed', { ...finished('failure'), details: ['It failed'] })
    expect(reportOf(status('proceeding', halved), standing)?.msg).toBe(`${'x'.repeat(499)}\ufffd`)
    expect(reportOf(failure, known)?.msg).toMatch(/x\ufffd$/)
    expect(reportOf(status('proceeding', { code: 7, details: ['a', ' '] }), standing)?.msg).toBe(
      'a (7)',
    )
  })

  it.each([
    ['closed', finished('success'), 'done'],
    ['canceled', {}, 'done'],
    ['closed', finished('failure'), 'rejected'],
    ['rejected', {}, 'rejected'],
    ['proceeding', {}, 'nothing'],
  ] as const)('to a cancellation: %s %j is %s', (execution, more, answer) => {
    expect(answerToCancel(status(execution, more))).toBe(answer)
  })
})

describe('an answer to a poll', () => {
  it.each([
    [45, '00:00:45'],
    [3_725, '01:02:05'],
    [0, '00:00:01'],
    [999_999, '23:59:59'],
  ])('names %i seconds as %s', (seconds, text) => {
    expect(sleepOf(seconds)).toBe(text)
  })

  it('has a link for what waits only', () => {
    const facts = { base: () => 'http://x/1', sleepSeconds: 60, asksAttributes: false }
    const config = { polling: { sleep: '00:01:00' } }
    expect(baseOf({ ...facts, action: null })).toEqual({ config })
    expect(baseOf({ ...facts, action: { number: 7, isCalledOff: true } })).toEqual({
      config,
      _links: { cancelAction: { href: 'http://x/1/cancelAction/7' } },
    })
  })
})

describe('attributes', () => {
  it.each([
    ['merge', { a: '1', b: '3', c: '4' }],
    ['replace', { b: '3', c: '4' }],
    ['remove', { a: '1' }],
    [undefined, { a: '1', b: '3', c: '4' }],
  ])('that are told to %s', (mode, after) => {
    expect(mergeAttributes({ a: '1', b: '2' }, { data: { b: '3', c: '4' }, mode })).toEqual(after)
  })

  it('fill what has a name of ours, as far as it fits there', () => {
    const told = informationOf({}, { VERSION: '1', HwRevision: 'B', mac: 'x'.repeat(40) })
    expect(told).toMatchObject({ firmware: '1', hw: 'B', os: 'Linux' })
    expect(told).not.toHaveProperty('mac')
  })

  it('do not bring back what an upgrade has replaced', () => {
    const first = informationOf({}, { version: '1', os: 'A' })
    const upgraded = afterUpgrade(afterUpgrade(first, 'FIRMWARE', '2'), 'KERNEL', '6.1')
    expect(upgraded).toMatchObject({ firmware: '2', parts: { KERNEL: '6.1' } })
    expect(informationOf(upgraded, attributesIn(upgraded))).toMatchObject({ firmware: '2' })
    expect(informationOf(upgraded, { version: '3' })).toMatchObject({ firmware: '3' })
  })
})
