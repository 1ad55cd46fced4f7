import { Chosen, ChosenEnd } from '../src/features/list/Chosen.tsx'
import { ColumnsButton } from '../src/features/list/ColumnsButton.tsx'
import { Foot } from '../src/features/list/Foot.tsx'
import { Peek } from '../src/features/list/Peek.tsx'
import { runBatch } from '../src/features/list/runBatch.ts'
import { Views } from '../src/features/list/Views.tsx'
import type { ListSlots } from '../src/kit/parts/listSlots.ts'

/** All that stands around a list, as it is once the shell has come. */
export const wholeList: ListSlots = {
  Views,
  Columns: ColumnsButton,
  Foot,
  Chosen,
  ChosenEnd,
  Peek,
  runBatch,
}
