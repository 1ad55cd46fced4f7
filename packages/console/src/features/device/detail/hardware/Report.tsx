import type { Snapshot } from '@muster/contract'
import { t } from '../../../../platform/texts.ts'
import { FactList } from '../FactList.tsx'
import { Panel } from '../Panel.tsx'
import { Reported } from '../Reported.tsx'
import { MemberValue } from './MemberValue.tsx'
import { groupsOf } from './reportGroups.ts'

/** All that a terminal reported of one kind, grouped and labelled. */
export function Report({ kind, document, reportedAt }: Snapshot) {
  return groupsOf(kind, document).map(({ title, members }) => (
    <Panel key={title} title={t(title)} aside={<Reported at={reportedAt} />}>
      <FactList
        facts={members.map(({ name, label, value }) => ({
          key: name,
          label: label ? t(label) : name,
          value: <MemberValue name={name} value={value} />,
        }))}
      />
    </Panel>
  ))
}
