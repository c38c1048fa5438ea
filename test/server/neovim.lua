-- Neovim's own client against the server: opens the document, asks, and writes what it got as JSON.
local server, root, document, result = vim.env.SERVER, vim.env.ROOT, vim.env.DOCUMENT, vim.env.RESULT

local function fail(message)
  vim.fn.writefile({ vim.fn.json_encode({ failed = message }) }, result)
  vim.cmd("cquit 1")
end

local function wait(what, holds)
  if not vim.wait(15000, holds, 20) then fail(what .. " did not come") end
end

local ok, message = pcall(function()
  vim.cmd("edit " .. vim.fn.fnameescape(document))
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo.filetype = "smartform-text"
  local id = vim.lsp.start_client({
    name = "smartform",
    cmd = vim.fn.json_decode(server),
    root_dir = root,
    init_options = { catalog = { file = root .. "/catalog.json" } },
    get_language_id = function() return "smartform-text" end,
  })
  vim.lsp.buf_attach_client(buffer, id)

  local function codes()
    return vim.tbl_map(function(each) return each.code or each.user_data.lsp.code end, vim.diagnostic.get(buffer))
  end
  wait("the finding", function() return vim.tbl_contains(codes(), "unknown-text") end)
  local found = vim.diagnostic.get(buffer)[1]

  local function ask(method, line, character)
    local params = { textDocument = vim.lsp.util.make_text_document_params(buffer), position = { line = line, character = character } }
    local answers = vim.lsp.buf_request_sync(buffer, method, params, 15000)
    local answer = answers and answers[id]
    if not answer or answer.err then fail(method .. ": " .. vim.inspect(answer)) end
    return answer.result
  end
  local hover = ask("textDocument/hover", 0, 16)
  local definition = ask("textDocument/definition", 0, 16)
  local completion = ask("textDocument/completion", 1, 17)

  -- Repaired by typing: the finding goes away.
  vim.api.nvim_buf_set_text(buffer, 1, 14, 1, 21, { "greeting" })
  wait("the end of the finding", function() return #codes() == 0 end)

  vim.fn.writefile({ vim.fn.json_encode({
    finding = { line = found.lnum, column = found.col, last = found.end_col, severity = found.severity },
    hover = table.concat(vim.lsp.util.convert_input_to_markdown_lines(hover.contents), "\n"),
    definition = definition, completion = vim.tbl_map(function(item) return item.label end, completion.items),
  }) }, result)
  vim.lsp.stop_client(id)
  wait("the end of the server", function() return vim.lsp.client_is_stopped(id) end)
end)
if not ok then fail(message) end
vim.cmd("qall!")
