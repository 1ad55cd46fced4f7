export { PolicyTab, WebsiteTab } from './OrganizationParts.tsx'
