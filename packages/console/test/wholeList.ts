import { Chosen, ChosenEnd } from '../src/kit/list/Chosen.tsx'
import { ColumnsButton } from '../src/kit/list/views/ColumnsButton.tsx'
import { Foot } from '../src/kit/list/Foot.tsx'
import { Peek } from '../src/kit/list/Peek.tsx'
import { SelectButton } from '../src/kit/list/SelectButton.tsx'
import { Views } from '../src/kit/list/views/Views.tsx'
import type { ListSlots } from '../src/kit/list/slots.tsx'

/** All that stands around a list, as it is once the page is idle. */
export const wholeList: ListSlots = {
  Views,
  Columns: ColumnsButton,
  Select: SelectButton,
  Foot,
  Chosen,
  ChosenEnd,
  Peek,
}
