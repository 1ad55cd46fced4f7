import { create } from 'zustand'

export type Tool = 'search' | 'notices' | 'errors' | 'keys' | 'tasks'

/** Which tool's dialog is open. */
export const useOpenTool = create<{ readonly tool: Tool | null }>()(() => ({ tool: null }))

export const openTool = (tool: Tool) => useOpenTool.setState({ tool })
export const closeTool = () => useOpenTool.setState({ tool: null })
