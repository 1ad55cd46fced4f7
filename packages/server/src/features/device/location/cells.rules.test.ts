import { describe, expect, it } from 'vitest'
import { cellsOf, columnOf, isKeptLevel, rowOf } from './cells.rules.ts'

const world = { west: -180, south: -85.06, east: 180, north: 85.06 }
const countOf = (cells: ReturnType<typeof cellsOf>) =>
  cells.columns.reduce((sum, [first, last]) => sum + last - first + 1, 0) *
  (cells.lastRow - cells.firstRow + 1)

describe('the squares of a map', () => {
  it('cover the world at the lowest zoom', () => {
    const cells = cellsOf(world, 0)
    expect(cells).toMatchObject({ level: 4, columns: [[0, 15]], firstRow: 0, lastRow: 15 })
  })

  it('stay within a number that a screen can show, however much is asked for', () => {
    for (let zoom = 0; zoom <= 24; zoom++)
      expect(countOf(cellsOf(world, zoom))).toBeLessThanOrEqual(4096)
  })

  it('are kept up to the zoom of a town quarter', () => {
    const town = { west: 44.3, south: 33.2, east: 44.4, north: 33.3 }
    expect(isKeptLevel(cellsOf(town, 14))).toBe(true)
    const street = { ...town, west: 44.399, south: 33.299 }
    expect(isKeptLevel(cellsOf(street, 18))).toBe(false)
  })

  it('hold poles and date line', () => {
    expect([rowOf(90, 8), rowOf(-90, 8)]).toEqual([0, 255])
    expect([columnOf(-180, 8), columnOf(180, 8)]).toEqual([0, 255])
    expect(cellsOf({ ...world, west: 170, east: -170 }, 4).columns).toEqual([
      [62, 63],
      [0, 1],
    ])
  })
})
