import type pg from 'pg'

/** Figures that are counted aside by whoever changes them, and added up in parts. */
type Fold = 'fold_estate_changes' | 'fold_told_changes' | 'fold_location_changes'

/** Changes that one statement adds up: some seconds of work where all of them are apart. */
const most = 20_000

/**
 * Adds up what was counted aside, part after part, each for itself: however much has come together, what
 * is done stays done. What comes meanwhile is left for the next time.
 */
export async function foldCounts(pool: pg.Pool, fold: Fold): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ folded: number }>(`select ${fold}($1)::integer as folded`, [
      most,
    ])
    // Numbers that were given and never written make a part a little smaller.
    if ((rows[0]?.folded ?? 0) < most / 2) return
  }
}
