import { lazy, Suspense, useEffect } from 'react'
import { closeTool, useOpenTool } from './openTool.ts'
import { followToolKeys } from './toolKeys.ts'

const dialogs = {
  search: lazy(async () => ({ default: (await import('./search/SearchDialog.tsx')).SearchDialog })),
  notices: lazy(async () => ({ default: (await import('./notice/NoticePanel.tsx')).NoticePanel })),
  errors: lazy(async () => ({
    default: (await import('./errors/ErrorLogDialog.tsx')).ErrorLogDialog,
  })),
  keys: lazy(async () => ({ default: (await import('./keys/KeysDialog.tsx')).KeysDialog })),
}

/** The tool that is open; its code comes when it is first opened. */
export function ToolPlace() {
  const { tool } = useOpenTool()
  useEffect(followToolKeys, [])
  const Dialog = tool && dialogs[tool]
  return <Suspense>{Dialog && <Dialog close={closeTool} />}</Suspense>
}
