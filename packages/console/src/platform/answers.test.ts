import { expect, it } from 'vitest'
import { fileNameOf, readFile } from './answers.ts'

it.each([
  ['attachment; filename="log.xlsx"', 'log.xlsx'],
  ['attachment; filename=log.csv; size=3', 'log.csv'],
  ['inline; FILENAME = "two words.csv"', 'two words.csv'],
  ['attachment; filename="plain.xlsx"; filename*=UTF-8\'\'%D8%B3%D8%AC%D9%84.xlsx', 'سجل.xlsx'],
  ["attachment; filename*=utf-8'ar'%D8%B3.csv; filename=late.csv", 'س.csv'],
  ["attachment; filename*=iso-8859-1''%A3%20rates.csv", '£ rates.csv'],
  ['attachment; filename=%E6%97%A5%E5%BF%97.xlsx', '日志.xlsx'],
  ['attachment; filename="100%.xlsx"', '100%.xlsx'],
  ['attachment; filename="a \\"b\\".csv"', 'a _b_.csv'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\temp\\\\x.csv"', 'x.csv'],
  ["attachment; filename*=UTF-8''%FF%FE", 'excel.xlsx'],
  ['attachment; filename=""', 'excel.xlsx'],
  ['attachment', 'excel.xlsx'],
  ['', 'excel.xlsx'],
])('takes from %j the name %j', (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name)
})

const answerOf = (body: string, headers: Record<string, string>, status = 200) =>
  readFile(new Response(body, { headers, status }))

it('takes for a file what is no JSON, and JSON that is sent as an attachment', async () => {
  const sheet = await answerOf('x', { 'content-type': 'application/octet-stream' })
  expect(sheet).toMatchObject({ code: 200, data: { name: 'excel.xlsx' } })
  const type = { 'content-type': 'application/json; charset=utf-8' }
  const disposition = { 'content-disposition': 'attachment; filename=all.json' }
  expect(await answerOf('{"code":102}', { ...type, ...disposition })).toMatchObject({
    code: 200,
    data: { name: 'all.json' },
  })
})

it('takes for an answer what the server says in place of a file', async () => {
  const type = { 'content-type': 'application/json' }
  expect(await answerOf('{"code":102,"msg":"Wait"}', type)).toMatchObject({
    code: 102,
    msg: 'Wait',
  })
  expect(await answerOf('<h1>Bad</h1>', { 'content-type': 'text/html' }, 502)).toMatchObject({
    code: 502,
    msg: '',
  })
})
