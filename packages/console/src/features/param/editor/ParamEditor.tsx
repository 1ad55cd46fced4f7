import { type Param, params } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../kit/call.ts'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded, Screen, Toolbar } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { navigate } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { paramListPath } from '../assignment/paramPath.ts'
import { Editor } from './Editor.tsx'

/** ADD_PARAM: what one assignment says, parameter by parameter. */
export function ParamEditor() {
  const { params: address, active, setTitle } = usePage()
  const id = address['id'] ?? ''
  const found = useQuery({ ...query(params.detail, { params: { id } }), subscribed: active })
  const name = found.data?.name
  useEffect(() => {
    if (name !== undefined) setTitle(name)
  }, [setTitle, name])
  return (
    <Screen title="param.editor">
      {!found.data && (
        <Toolbar>
          <Button variant="default" size="xs" onClick={() => navigate(paramListPath)}>
            {t('kit.back')}
          </Button>
        </Toolbar>
      )}
      <Loaded query={found} permission={params.detail.permission}>
        {(param) => <Opened key={id} param={param} />}
      </Loaded>
    </Screen>
  )
}

/** The form as it was when the page was opened: each save of the draft would else read all of it again. */
function Opened({ param }: { readonly param: Param }) {
  const { id } = param
  const [opened] = useState(Date.now)
  const form = useQuery({
    queryKey: ['form of parameters', id, opened],
    queryFn: ({ signal }) => call(params.form, { params: { id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const read = async () => (await form.refetch()).data ?? null
  return (
    <Loaded query={form} permission={params.form.permission}>
      {(known) => <Editor param={param} form={known} read={read} />}
    </Loaded>
  )
}
