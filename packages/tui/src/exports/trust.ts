export { askAboutProject } from '../trust/ask-about-project.ts';
export { isOverBroad, listingLines } from '../trust/project-listing.ts';
