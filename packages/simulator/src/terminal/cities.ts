type Point = readonly [latitude: number, longitude: number]

/** Middles of cities, WGS-84. */
export const cities: readonly [Point, ...Point[]] = [
  [33.3152, 44.3661], // Baghdad
  [30.5081, 47.7835], // Basra
  [36.1911, 44.0092], // Erbil
  [36.3489, 43.1577], // Mosul
  [31.9961, 44.3148], // Najaf
  [31.9539, 35.9106], // Amman
  [33.8938, 35.5018], // Beirut
  [30.0444, 31.2357], // Cairo
  [24.7136, 46.6753], // Riyadh
  [25.2048, 55.2708], // Dubai
  [41.0082, 28.9784], // Istanbul
  [38.4237, 27.1428], // Izmir
]
