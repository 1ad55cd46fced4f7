import { jsonDocuments, paramPushes, params, policyApps, type Push } from '@muster/contract'
import type { Columns } from '../../kit/list/columns.tsx'
import { Ltr } from '../../kit/page/values.tsx'
import { useCan } from '../../kit/session.ts'
import { HaltBanner } from './HaltBanner.tsx'
import { columns } from './pushColumns.tsx'
import { PushList } from './PushList.tsx'

/** All of them set parameters, of what is worth knowing. */
const paramColumns: Columns<Push> = columns.flatMap((column) =>
  column.key === 'kind'
    ? [
        {
          key: 'package',
          title: 'appPush.package',
          width: 190,
          render: ({ package: named }: Push) => <Ltr>{named}</Ltr>,
        },
      ]
    : [column],
)

/** Values of parameters, and documents, on their way to terminals: how far each push is, and what steers it. */
export function ParamPushList() {
  const seesApps = useCan(policyApps.list.permission)
  const seesParams = useCan(params.list.permission)
  const seesDocuments = useCan(jsonDocuments.list.permission)
  return (
    <>
      <HaltBanner />
      <PushList
        of={paramPushes}
        columns={paramColumns}
        filters={{
          ...(seesApps && { appId: { label: 'appPush.app', of: policyApps } }),
          ...(seesParams && { assignmentId: { label: 'paramLog.assignment', of: params } }),
          ...(seesDocuments && { documentId: { label: 'paramLog.document', of: jsonDocuments } }),
        }}
        emptyText="paramPush.empty"
      />
    </>
  )
}
