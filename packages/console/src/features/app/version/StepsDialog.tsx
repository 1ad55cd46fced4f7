import { type Apk, type OrgApk, orgApks } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { type Dialog, useDialog } from '../../../kit/dialog/useDialog.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { StatusBadge } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import classes from '../app.module.css'
import { PolicyForm } from '../policy/PolicyForm.tsx'
import { policyTexts, policyTones } from '../policy/policyTexts.ts'
import { ReleasesDialog } from '../policy/ReleasesDialog.tsx'

/** Brings a version to terminals in steps: under one of the policies of its application, or under a new one. */
export function StepsDialog({ dialog }: { readonly dialog: Dialog<Apk> }) {
  const { record, isOpen, close } = dialog
  const releases = useDialog<OrgApk>()
  const form = useDialog<OrgApk>()
  const title = t('apk.inStepsOf', { name: record?.name ?? '' })
  return (
    <>
      <DialogFrame isOpen={isOpen} close={close} title={title} size="lg">
        {record && isOpen && (
          <Policies
            apk={record}
            choose={(policy) => {
              close()
              releases.open(policy)
            }}
            add={() => {
              close()
              form.open()
            }}
          />
        )}
      </DialogFrame>
      <ReleasesDialog dialog={releases} apkId={record?.id} />
      {record && <PolicyForm dialog={form} appId={record.appId} />}
    </>
  )
}

interface PoliciesProps {
  readonly apk: Apk
  readonly choose: (policy: OrgApk) => void
  readonly add: () => void
}

function Policies({ apk, choose, add }: PoliciesProps) {
  const found = useQuery(query(orgApks.page, { query: { appId: apk.appId, pageSize: '100' } }))
  return (
    <Loaded query={found} permission={orgApks.page.permission}>
      {({ list }) => (
        <div className={classes.form}>
          <p className={classes.hint}>
            {t(list.length === 0 ? 'apk.noPolicyYet' : 'apk.choosePolicy')}
          </p>
          {list.length > 0 && (
            <PlainTable
              label={t('orgApk.title')}
              titles={[t('orgApk.name'), t('orgApk.organization'), t('orgApk.policy'), '']}
              rows={list.map((policy) => ({ key: policy.id, cells: cellsOf(policy, choose) }))}
            />
          )}
          <Permitted to={orgApks.add.permission}>
            <div>
              <Button variant="default" onClick={add}>
                {t('orgApk.add')}
              </Button>
            </div>
          </Permitted>
        </div>
      )}
    </Loaded>
  )
}

const cellsOf = (policy: OrgApk, choose: PoliciesProps['choose']) => [
  <bdi key="name">{policy.name}</bdi>,
  <bdi key="org">{policy.orgName}</bdi>,
  <StatusBadge key="policy" tone={policyTones[policy.policy]}>
    {t(policyTexts[policy.policy])}
  </StatusBadge>,
  <Button key="releases" size="xs" variant="default" onClick={() => choose(policy)}>
    {t('orgApk.releases')}
  </Button>,
]
