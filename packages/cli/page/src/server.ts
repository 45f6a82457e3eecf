/** Whose page this is: a hub's, or that of one user's server. The server writes it into the page. */
export const IS_HUB: boolean = document.documentElement.dataset.server === 'hub';
