import { asyncTasks } from '@muster/contract'
import { queries } from '../queries.ts'

/** Has the tray read one's own tasks again: one was begun, and the stream may be down that would tell. */
export function rereadTasks(): void {
  void queries.invalidateQueries({ queryKey: [asyncTasks.mine.path] })
}
