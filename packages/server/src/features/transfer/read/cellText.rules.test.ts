import { describe, expect, it } from 'vitest'
import { styleOf, textOfNumber } from './cellText.rules.ts'

const day = { is: 'day' } as const
const hours = { is: 'hours' } as const
const percent = { is: 'percent' } as const
const whole = { is: 'whole' } as const
const other = { is: 'other' } as const

describe('a format', () => {
  it.each([
    [14, undefined, day],
    [0, undefined, null],
    [164, 'yyyy\\-mm\\-dd', day],
    [165, '[$-409]d/m/yy h:mm AM/PM;@', day],
    [166, '[h]:mm', hours],
    [183, 'h:mm', hours],
    [184, '[$-409]h:mm AM/PM;@', hours],
    [185, '[mm]:ss', hours],
    [186, '[m]', hours],
    [187, 'mmm', day],
    [188, 'mmm/yy h:mm', day],
    [20, undefined, hours],
    [46, undefined, hours],
    [22, undefined, day],
    [167, '000000', { zeros: 6 }],
    [168, '#,##0.00', other],
    [169, '0.00 "days"', other],
    [170, '[Red]0', whole],
    [3, undefined, whole],
    [2, undefined, other],
    [49, undefined, null],
    [174, '000-00-0000', other],
    [175, '00000;@', other],
    [176, '"SN"00000', other],
    [177, '@', null],
    [178, '[h]', hours],
    [179, '0_ ', whole],
    [180, '[$€]0', other],
    [181, '[$-409]0', whole],
    [182, '[$-409]00000', { zeros: 5 }],
    [171, 'General', null],
    [9, undefined, percent],
    [172, '0.0%', percent],
    [173, '0.0"%"', other],
  ])('%i %s is known for what it shows', (id, code, style) => {
    expect(styleOf(id, code)).toEqual(style)
  })
})

describe('a format that is longer than any', () => {
  it('is not looked into', () => {
    expect(styleOf(164, '0'.repeat(255))).toEqual({ zeros: 255 })
    expect(styleOf(164, '0'.repeat(256))).toEqual(other)
  })
})

describe('a number', () => {
  it.each([
    ['46024.128', day, false, '2026-01-02 03:04:19', 'date'],
    ['46024', day, false, '2026-01-02', 'date'],
    ['44562', day, true, '2026-01-02', 'date'],
    ['1', day, false, '1900-01-01', 'date'],
    ['59', day, false, '1900-02-28', 'date'],
    ['60.5', day, false, '1900-02-28 12:00:00', 'format'],
    ['61', day, false, '1900-03-01', 'date'],
    ['0', day, false, '00:00:00', 'format'],
    ['0.5', day, false, '12:00:00', 'format'],
    ['0.5', hours, true, '12:00:00', 'format'],
    ['1.5', hours, false, '1900-01-01 12:00:00', 'format'],
    ['-1', day, false, '1899-12-30', 'format'],
    ['1.23456789012346E+17', null, false, '123456789012346000', 'digits'],
    ['123456789012345', null, false, '123456789012345', null],
    ['1.1000000000000001', null, false, '1.1', null],
    ['0.125', percent, false, '12.5%', null],
    ['7', { zeros: 6 }, false, '000007', null],
    ['-7', { zeros: 6 }, false, '-7', 'format'],
    ['7.5', { zeros: 6 }, false, '7.5', 'format'],
    ['7', whole, false, '7', null],
    ['7.5', whole, false, '7.5', 'format'],
    ['2.1', other, false, '2.1', 'format'],
    ['', null, false, '', null],
  ] as const)('%s is read as its sheet shows it', (raw, style, is1904, text, doubt) => {
    expect(textOfNumber(raw, style, is1904)).toEqual({ text, doubt })
  })
})

it.each([
  ['0;-0', { is: 'whole' }],
  ['#,##0;-#,##0', { is: 'whole' }],
  ['General;-General', null],
  ['0;-0;0', { is: 'whole' }],
  ['0;-0;"none"', { is: 'other' }],
  ['0;(0)', { is: 'other' }],
])('a format that says below zero, and zero, apart is judged by all of it: %s', (code, style) => {
  expect(styleOf(164, code)).toEqual(style)
})
