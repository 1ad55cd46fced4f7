import type { Track } from '@muster/contract'

interface Named {
  readonly sn: string
}

/** A file of a track; what was before its time is its first point, at the moment it was heard of. */
export const trackFiles = {
  gpx: { type: 'application/gpx+xml', write: writeGpx },
  csv: { type: 'text/csv; charset=utf-8', write: writeCsv },
} as const

const placesOf = ({ before, places }: Track) => (before ? [before, ...places] : places)

function writeGpx({ sn }: Named, track: Track): string {
  const points = placesOf(track).map(
    ({ at, latitude, longitude, source }) =>
      `      <trkpt lat="${latitude}" lon="${longitude}"><time>${iso(at)}</time><src>${source}</src></trkpt>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Muster" xmlns="http://www.topografix.com/GPX/1/1">
  <trk>
    <name>${sn}</name>
    <trkseg>
${points.join('\n')}
    </trkseg>
  </trk>
</gpx>
`
}

function writeCsv({ sn }: Named, track: Track): string {
  const lines = placesOf(track).map(({ at, latitude, longitude, accuracy, source }) =>
    [sn, iso(at), latitude, longitude, accuracy ?? '', source].join(),
  )
  return `${['sn,at,latitude,longitude,accuracy_m,source', ...lines].join('\r\n')}\r\n`
}

const iso = (at: string) => new Date(at).toISOString()
