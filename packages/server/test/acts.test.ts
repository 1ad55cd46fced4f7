import { actKinds, type Call } from '@muster/contract'
import { actOf, callsDoing, sentenceKeysOf, titleKeysOf } from '@muster/contract/acts'
import { kindOfAct, namesOfAct } from '@muster/contract/log/actKinds'
import { shippedTexts } from '@muster/contract/texts'
import { describe, expect, it } from 'vitest'
import { isReading } from '../src/edge/impersonation.ts'
import { features } from '../src/features/index.ts'
import { sentenceOf, taskTitle } from '../src/platform/acts.ts'

const calls = features.flatMap(({ routes }) => routes.map(({ call }) => call))
const nameOf = ({ method, path }: Call) => `${method} ${path}`
/** A part of a file is no action by itself. */
const logged = calls.filter((call) => !isReading(call) && !call.bytes)
const batches = calls.filter((call) => call.actsOn && call.schemas.body)

describe.each(Object.entries(shippedTexts))('in %s', (language, texts) => {
  const has = (key: string) => key in texts
  const wordless = (call: Call) => {
    const sentence = sentenceOf(language, call)
    return sentence === texts['act.unknown'] || sentence === texts['act.read']
  }

  it('every call that is logged has a sentence', () => {
    expect(logged.length).toBeGreaterThan(200)
    expect(logged.filter(wordless).map(nameOf)).toEqual([])
  })

  it('no sentence has a place that nothing fills', () => {
    const unfilled = calls.filter((call) => /[{}]|act\./.test(sentenceOf(language, call)))
    expect(unfilled.map(nameOf)).toEqual([])
  })

  it('every batch that may become a background task has a title with its count', () => {
    const statuses = [undefined, { status: '0' }, { status: '1' }]
    const untold = batches.filter((call) => {
      const asked = call.path.endsWith('{status}') ? statuses.slice(1) : statuses.slice(0, 1)
      return asked.some(
        (request) => !/120|١٢٠/.test(taskTitle(language, { call, request, count: 120 })),
      )
    })
    expect(untold.map(nameOf)).toEqual([])
  })

  it('no text of an act is left over', () => {
    const named = calls.flatMap((call) => {
      const act = actOf(call)
      return act ? [...sentenceKeysOf(act), ...titleKeysOf(act)] : []
    })
    const known = new Set(named)
    const isOf = (key: string) => known.has(key) || known.has(key.replace(/\.[^.]+$/, ''))
    const groups = new Set(calls.flatMap((call) => actOf(call)?.group ?? []))
    const isNoun = (key: string) =>
      /^act\.(?:one|many)\./.test(key) && groups.has(key.split('.')[2] ?? '')
    const own = Object.keys(texts).filter((key) => /^(?:act|taskTitle)\./.test(key))
    const left = own.filter((key) => !isOf(key) && !isNoun(key))
    expect(left.filter((key) => !['act.read', 'act.unknown'].includes(key))).toEqual([])
    expect(has('act.read') && has('act.unknown')).toBe(true)
  })
})

it.each(actKinds)('%s is told by calls that there are', (kind) => {
  const acts = callsDoing(kind).flatMap((call) => actOf(call) ?? [])
  const told = new Set(acts.flatMap(({ group, name }) => [name, `${group}.${name}`]))
  expect(namesOfAct[kind].filter((name) => !told.has(name))).toEqual([])
  expect(told.size).toBeGreaterThan(2)
})

it('each call that is logged does one thing, and no name says two', () => {
  const kindless = logged.filter((call) => {
    const act = actOf(call)
    return !act || kindOfAct(act) === null
  })
  expect(kindless.map(nameOf)).toEqual([])
  const names = actKinds.flatMap((kind) => namesOfAct[kind])
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})

const vendors = '/admin/vendor/v1/vendor'
const devices = '/admin/device/v1/device'

it.each([
  ['PUT', `${vendors}/update`, null, 'Changed vendor', 'تعديل المورّد'],
  [
    'DELETE',
    `${devices}/batch/delete`,
    null,
    'Moved terminals to the recycle bin',
    'نقل الأجهزة الطرفية إلى سلة المحذوفات',
  ],
  ['PUT', `${vendors}/status/{id}/{status}`, { status: '0' }, 'Disabled vendor', 'تعطيل المورّد'],
  [
    'POST',
    `${devices}/command/{id}`,
    { cmd: 'REBOOT' },
    'Restarted terminal',
    'إعادة تشغيل الجهاز الطرفي',
  ],
  [
    'PUT',
    `${devices}/tags`,
    { rows: [{ id: '1', version: 2 }], add: [], remove: ['shelf'] },
    'Took back a change of tags of terminals',
    'التراجع عن تعديل وسوم الأجهزة الطرفية',
  ],
  [
    'PUT',
    `${devices}/batch/move`,
    { rows: [{ id: '1', version: 2 }], orgId: '3' },
    'Took back a move of terminals',
    'التراجع عن نقل الأجهزة الطرفية',
  ],
  [
    'PUT',
    `${devices}/batch/group/leave`,
    { ids: ['1'], groupId: '2', takesBack: true },
    'Took back adding terminals to a group',
    'التراجع عن إضافة أجهزة طرفية إلى مجموعة',
  ],
  [
    'PUT',
    `${devices}/batch/group/leave`,
    { ids: ['1'], groupId: '2', takesBack: false },
    'Removed terminals from a group',
    'إخراج أجهزة طرفية من مجموعة',
  ],
  ['PUT', '/admin/user/v1/user/theme', null, 'Changed the theme', 'تعديل المظهر'],
  ['GET', `${devices}/export`, null, 'Exported terminals', 'تصدير الأجهزة الطرفية'],
  [
    'DELETE',
    '/admin/system/v1/parameter/delete/{id}',
    null,
    'Deleted system parameter',
    'حذف معامل النظام',
  ],
  ['GET', '/admin/stat/v1/anything', null, 'Looked at data', 'الاطلاع على البيانات'],
  ['PUT', '/admin/gone/v1/gone', null, 'An action of an earlier version', 'إجراء من إصدار سابق'],
])('says %s %s %j in words', (method, path, request, en, ar) => {
  const call = { method, path }
  expect(sentenceOf('en', call, request)).toBe(en)
  expect(sentenceOf('ar-IQ', call, request)).toBe(ar)
})

it.each([
  ['DELETE', `${devices}/batch/delete`, {}, 'Delete 120 terminals', 'حذف ١٢٠ من الأجهزة الطرفية'],
  [
    'PUT',
    `${vendors}/batch/status/{status}`,
    { status: '1' },
    'Enable 120 vendors',
    'تفعيل ١٢٠ من المورّدين',
  ],
])('says what a background task does: %s %s', (method, path, request, en, ar) => {
  const call = { method, path }
  expect(taskTitle('en', { call, request, count: 120 })).toBe(en)
  expect(taskTitle('ar-IQ', { call, request, count: 120 })).toBe(ar)
})
