import { createTheme, type CSSVariablesResolver } from '@mantine/core'

/** Theme blue-white: the raw hue is shade 5, text and fills take a stronger one. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  colors: {
    brand: [
      '#e8f4ff',
      '#d0e7ff',
      '#a0ceff',
      '#6db4ff',
      '#45a0ff',
      '#1890ff',
      '#0d6ecb',
      '#0c66bd',
      '#0b579f',
      '#07427a',
    ],
    // The dark scheme's greys are those of `tokens.css`.
    dark: [
      '#e6e9ed',
      '#c3cad3',
      '#a7b0bc',
      '#808b99',
      '#343b45',
      '#2d333c',
      '#232830',
      '#1e2228',
      '#1a1d23',
      '#15181d',
    ],
  },
  radius: { xs: '2.5px', sm: '2.5px', md: '2.5px', lg: '4px', xl: '8px' },
  defaultRadius: 'sm',
  fontFamily: 'var(--m-font)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    // In place, not in a portal: what opens stays inside its landmark and hides with its page.
    Menu: {
      defaultProps: {
        withinPortal: false,
        floatingStrategy: 'fixed',
        withInitialFocusPlaceholder: false,
      },
    },
    // The library's own styles count on the portal for where a modal starts.
    Modal: { defaultProps: { withinPortal: false }, styles: { inner: { insetInlineStart: 0 } } },
  },
})

const shared = {
  '--mantine-color-body': 'var(--m-surface)',
  '--mantine-color-text': 'var(--m-text)',
  '--mantine-color-dimmed': 'var(--m-muted)',
  '--mantine-color-anchor': 'var(--m-link)',
  '--mantine-color-error': 'var(--m-danger)',
  '--mantine-color-default-border': 'var(--m-line)',
  '--mantine-color-placeholder': 'var(--m-muted)',
}

/** The library's colours, taken from `tokens.css` so that there is one table of them. */
export const fromTokens: CSSVariablesResolver = () => ({
  variables: {},
  light: shared,
  dark: {
    ...shared,
    '--mantine-color-default': 'var(--m-surface)',
    '--mantine-color-default-hover': 'var(--m-hover)',
  },
})
