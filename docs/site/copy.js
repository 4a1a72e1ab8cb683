// A button copies the code next to it. In a sample of a terminal it copies the commands alone, without their prompts.
for (const button of document.querySelectorAll(".copy")) {
    const lines = button.parentElement.querySelector("code").textContent.trimEnd().split("\n");
    const commands = lines.filter((line) => line.startsWith("$ ")).map((line) => line.slice(2));
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", async () => {
        await navigator.clipboard.writeText((commands.length ? commands : lines).join("\n"));
        button.textContent = "Copied";
        setTimeout(() => (button.textContent = "Copy"), 2000);
    });
}
